"""Start from a clone: ``python3 -m mancala_core lab`` or ``python3 -m mancala_core test``.

Makes an environment beside the package, once, and hands over to the ``mancala`` command in
it. Only the standard library is used, and the file parses on old interpreters, so that they
can say which Python is needed.
"""

import errno
import hashlib
import importlib
import os
import shutil
import subprocess
import sys
import time

NEEDED = (3, 11)
DISK = 2 * 10**9  # bytes; the environment takes 1.1 to 1.4 GB, and pip unpacks beside it
FULL = 50 * 10**6  # bytes; with less, an installation that failed most likely failed for it
MARKER = "made-by-mancala_core.txt"  # in an environment that we made, and may delete
MARKED = "Made by python -m mancala_core, which may delete and make anew all in this folder.\n"

USAGE = """\
mancala_core: relay mancala games and a course about them.

  {python} -m mancala_core lab        open the course in JupyterLab
  {python} -m mancala_core simulate   play many games and say what came out
  {python} -m mancala_core rules      list the rule sets
  {python} -m mancala_core test       run every test

The first run installs the course in {venv}
(some minutes, with network); later runs start at once. MANCALA_VENV names another folder.
Options of a command: {python} -m mancala_core lab --help
"""

# What pip or the operating system writes, and what to tell the reader.
CAUSES = (
    (
        ("No space left on device", "[Errno 28]", "not enough space on the disk"),
        "The disk is full. The environment needs about 2 GB: make room",
    ),
    (
        (
            "Failed to establish a new connection",
            "Temporary failure in name resolution",
            "Name or service not known",
            "nodename nor servname provided",
            "getaddrinfo failed",
            "Network is unreachable",
            "No route to host",
            "Connection refused",
            "ConnectTimeoutError",
            "ReadTimeoutError",
            "Read timed out",
            "Connection aborted",
            "Connection broken",
            "ProxyError",
            "Max retries exceeded",
        ),
        "The package index could not be reached. Go online (behind a proxy: set HTTPS_PROXY)",
    ),
    (
        ("CERTIFICATE_VERIFY_FAILED", "SSLError", "certificate verify failed"),
        "The package index's certificate could not be checked. Name your network's own in PIP_CERT",
    ),
    (
        ("Permission denied", "[Errno 13]", "Access is denied", "Read-only file system"),
        "This folder may not be written to. Name another in MANCALA_VENV",
    ),
    (
        ("No matching distribution found", "ResolutionImpossible", "requires a different Python"),
        "A package is not offered for this Python or machine. Try Python 3.11, 3.12 or 3.13",
    ),
    (
        ("[WinError 3]", "cannot find the path specified"),
        "The folder's drive or a folder above it is missing. Name another in MANCALA_VENV",
    ),
)


class Stop(Exception):
    """A sentence for the reader, after which nothing can go on."""


def say(text, stream=None):
    """Write a line at once, also into a pipe; what the output cannot encode as its number."""
    stream = stream or sys.stdout
    encoding = getattr(stream, "encoding", None) or "ascii"
    stream.write(text.encode(encoding, "backslashreplace").decode(encoding) + "\n")
    stream.flush()


def main(arguments=None):
    """Make the environment where it is missing, then run the ``mancala`` command in it.

    Parameters
    ----------
    arguments : list of str, optional
        The command and its options; those of the command line when left out.

    Returns
    -------
    int
        The exit status: 0, that of the command, 1 when the environment could not be made,
        2 when Python is too old, 130 when interrupted.
    """
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    problem = old_python(sys.version_info)
    if problem:
        say(problem, sys.stderr)
        return 2
    clone = clone_folder()
    if clone is None:
        return installed(arguments)
    if not arguments or arguments[0] in ("-h", "--help"):
        say(USAGE.format(python="py" if os.name == "nt" else "python3", venv=venv_folder(clone)))
        return 0
    try:
        venv = environment(clone, "test" if arguments[0] == "test" else "lab")
    except Stop as stop:
        say("mancala_core: {}".format(stop), sys.stderr)
        return 1
    except (IOError, OSError) as error:
        words = explain(str(error), "The environment could not be made")
        say("mancala_core: {}".format(words), sys.stderr)
        return 1
    except KeyboardInterrupt:
        say(
            "\nmancala_core: stopped half-way. Run the same command again to go on; what was "
            "downloaded is kept.",
            sys.stderr,
        )
        return 130
    return hand_over(venv, arguments)


def old_python(version):
    """Return what to say when `version` (major, minor, micro, ...) is too old, else None."""
    if tuple(version[:2]) >= NEEDED:
        return None
    newer = "py -3.13" if os.name == "nt" else "python3.13"
    return (
        "Python 3.11 or newer, please: this is Python {0[0]}.{0[1]}.{0[2]} ({1}). "
        "Where a newer one is installed, call it by name, for example: {2} -m mancala_core lab"
    ).format(version, sys.executable or "unnamed", newer)


def clone_folder():
    """Return the folder of the source tree this file stands in, or None when installed."""
    folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parts = ("pyproject.toml", "constraints.txt")
    return folder if all(os.path.isfile(os.path.join(folder, part)) for part in parts) else None


def installed(arguments):
    """Run the command where the package was installed by pip, not started from a clone."""
    try:
        cli = importlib.import_module("mancala_core.cli")
    except ImportError as error:
        say(
            "mancala_core: the package is here, but not what its commands need ({}). "
            "Install it again with pip.".format(error),
            sys.stderr,
        )
        return 1
    return cli.main(arguments)


def venv_folder(clone):
    """Return the folder of the environment: ``MANCALA_VENV``, or ``.venv`` in the clone."""
    named = os.environ.get("MANCALA_VENV")
    return os.path.abspath(os.path.expanduser(named)) if named else os.path.join(clone, ".venv")


def program(venv, name):
    """Return the path of a program of the environment."""
    if os.name == "nt":
        return os.path.join(venv, "Scripts", name + ".exe")
    return os.path.join(venv, "bin", name)


def stamp(clone, kind):
    """Return a hash of all that decides what is installed, and where.

    Parameters
    ----------
    clone : str
        Folder of the source tree.
    kind : str
        "lab" or "test", which has the test tools too.

    Returns
    -------
    str
        64 hexadecimal digits.
    """
    digest = hashlib.sha256()
    for name in ("pyproject.toml", "constraints.txt"):
        with open(os.path.join(clone, name), "rb") as file:
            digest.update(file.read() + b"\0")
    digest.update(os.fsencode(clone) + b"\0" + kind.encode("ascii"))
    return digest.hexdigest()


def stamp_file(venv, kind):
    """Return the path under which the stamp of an installation is kept."""
    return os.path.join(venv, "mancala-{}.stamp".format(kind))


def stamped(clone, venv, kind):
    """Tell whether the environment holds what `kind` needs; "test" serves for "lab" too."""
    for candidate in {kind, "test"}:
        try:
            with open(stamp_file(venv, candidate)) as file:
                if file.read().strip() == stamp(clone, candidate):
                    return os.path.isfile(program(venv, "mancala"))
        except (IOError, OSError):
            continue
    return False


def environment(clone, kind):
    """Return the folder of a working environment, made or completed where need be.

    Parameters
    ----------
    clone : str
        Folder of the source tree.
    kind : str
        "lab" or "test".

    Raises
    ------
    Stop
        When it cannot be made; the text says why and what to do.
    """
    venv = venv_folder(clone)
    if ready(clone, venv, kind):
        return venv
    with importlib.import_module("mancala_core.turnstile").held(venv, say):
        if not ready(clone, venv, kind):  # another run may just have made it
            set_up(clone, venv, kind)
    return venv


def ready(clone, venv, kind):
    """Tell whether the environment works and holds what `kind` needs."""
    return works(venv) and stamped(clone, venv, kind)


def works(venv):
    """Tell whether the environment's Python starts and is new enough."""
    code = "import sys; sys.exit(sys.version_info < (3, 11))"
    return answers(program(venv, "python"), code)


def set_up(clone, venv, kind):
    """Make the environment, or complete it. Its stamp is written last, and no other stays."""
    began = time.time()
    say("mancala_core: setting up, once; later runs start at once.")
    python = program(venv, "python")
    if not works(venv):
        make(venv)
    elif not answers(python, "import pip"):
        call([python, "-m", "ensurepip"], venv, "Python's own installer could not be put there")
    for other in ("lab", "test"):
        remove(stamp_file(venv, other))
    install(clone, venv, kind)
    with open(stamp_file(venv, kind), "w") as file:
        file.write(stamp(clone, kind) + "\n")
    say("  ready after {:.0f} s".format(time.time() - began))


def remove(path):
    """Delete a file; it need not exist."""
    try:
        os.remove(path)
    except OSError as error:
        if error.errno != errno.ENOENT:
            raise


def free(folder):
    """Return the bytes free on the disk of a folder, which need not exist yet, or infinity."""
    while not os.path.exists(folder):
        above = os.path.dirname(folder)
        if above == folder:  # a drive that is not there
            return float("inf")
        folder = above
    return shutil.disk_usage(folder).free


def answers(python, code):
    """Tell whether an interpreter exists, starts, and runs a line of code without error."""
    try:
        return subprocess.call([python, "-c", code], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def make(venv):
    """Make an empty environment, in place of a broken one that we made.

    Raises
    ------
    Stop
        When Python's ``venv`` is missing or fails, or the folder holds something else.
    """
    if not answers(sys.executable, "import venv, ensurepip"):
        raise Stop(
            "this Python cannot make an environment: its parts venv and ensurepip are missing. "
            "On Debian and Ubuntu: apt install python3-venv. Then run the same command again."
        )
    marker = os.path.join(venv, MARKER)
    inside = os.listdir(venv) if os.path.isdir(venv) else []
    if inside and not os.path.isfile(marker):
        what = "something that is not an environment"
        if "pyvenv.cfg" in inside:
            what = "an environment that does not work and was not made by this command"
        raise Stop(
            "{} holds {}, so it stays untouched. Name another folder in MANCALA_VENV, for "
            "example {}-mancala, or remove it yourself.".format(venv, what, venv)
        )
    if inside:
        say("  the environment in {} does not work; making it anew".format(venv))
        clear(venv)
    elif not os.path.isdir(venv):
        os.makedirs(venv)
    with open(marker, "w") as file:
        file.write(MARKED)
    say("  1/2 making an environment in {} (some seconds)".format(venv))
    call([sys.executable, "-m", "venv", venv], venv, "Python could not make an environment")


def clear(venv):
    """Delete all in a folder but our marker, which tells a later run that it may go on."""
    for name in os.listdir(venv):
        path = os.path.join(venv, name)
        if os.path.isdir(path) and not os.path.islink(path):
            shutil.rmtree(path)
        elif name != MARKER:
            os.remove(path)


def install(clone, venv, kind):
    """Install the source tree and all it needs at the pinned versions.

    Raises
    ------
    Stop
        When pip fails.
    """
    with open(os.path.join(clone, "constraints.txt")) as file:
        total = sum(1 for line in file if "==" in line)
    if free(venv) < DISK:
        say("  {:.1f} GB are free on this disk; about 2 GB are needed".format(free(venv) / 1e9))
    say(
        "  2/2 installing up to {} packages: a minute or two on a fast line, ten or more on a "
        "slow one".format(total)
    )
    command = [program(venv, "python"), "-m", "pip", "install", "--disable-pip-version-check"]
    command += ["--no-input", "--progress-bar", "off", "--constraint", "constraints.txt"]
    command += ["--editable", ".[test]" if kind == "test" else "."]
    call(command, venv, "The packages could not be installed", folder=clone, total=total)


def call(command, venv, failed, folder=None, total=0):
    """Run a command, showing how far it is, and keep all it writes in a log.

    Parameters
    ----------
    command : list of str
        The program and its arguments.
    venv : str
        Folder of the environment; the log is kept there.
    failed : str
        What to say when it fails and its output names no known cause.
    folder : str, optional
        Where to run it.
    total : int
        Packages to expect, for the count that is shown.

    Raises
    ------
    Stop
        When the command fails; the text names the cause, the log and what to do.
    """
    settings = dict(os.environ, PYTHONUNBUFFERED="1", PIP_USER="0")
    written = []
    try:
        with subprocess.Popen(
            command,
            cwd=folder,
            env=settings,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        ) as process:
            for line in process.stdout or ():
                written.append(line)
                show(written, total)
    finally:
        if sys.stdout.isatty():
            sys.stdout.write("\r\033[K")
        log = keep(venv, written)
    if process.returncode:
        raise Stop(explain("".join(written), failed, log, free(venv) < FULL))


def show(written, total):
    """Show how far pip is, from the lines it has written so far."""
    line = written[-1]
    if line.startswith("Installing collected packages"):
        if sys.stdout.isatty():
            sys.stdout.write("\r\033[K")
        say("      all found; unpacking them")
    elif line.startswith("Collecting ") and sys.stdout.isatty():
        found = sum(1 for earlier in written if earlier.startswith("Collecting "))
        name = line.split()[1].split("=")[0]
        sys.stdout.write("\r\033[K      {} of about {}: {}".format(found, total, name[:40]))
        sys.stdout.flush()


def keep(venv, written):
    """Write what a command said into the environment's log; return the log's path or None."""
    log = os.path.join(venv, "mancala-setup.log")
    try:
        with open(log, "w", encoding="utf-8") as file:
            file.writelines(written)
    except (IOError, OSError):
        return None
    return log


def explain(output, failed, log=None, full=False):
    """Return what to tell the reader about a failed command.

    Parameters
    ----------
    output : str
        All that the command wrote.
    failed : str
        What failed, in words.
    log : str or None
        Where the output is kept.
    full : bool
        Whether the disk was found full, of which not every program speaks.
    """
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    quoted, advice = lines[-3:], CAUSES[0][1] if full else "Look at the lines above"
    for signs, words in CAUSES:
        found = [line for line in lines if any(sign in line for sign in signs)]
        if found:
            quoted, advice = found[:1], words
            break
    quote = "".join("  | {}\n".format(line[:300]) for line in quoted)
    kept = " All that was written stands in {}.".format(log) if log else ""
    return (
        "{}:\n{}{}, then run the same command again. Nothing is lost, and what was downloaded "
        "is kept.{}".format(failed, quote, advice, kept)
    )


def hand_over(venv, arguments):
    """Run the ``mancala`` command of the environment; on Unix in place of this process."""
    command = [program(venv, "mancala")] + arguments
    sys.stdout.flush()
    if os.name == "nt":
        return subprocess.call(command)
    return os.execv(command[0], command)


if __name__ == "__main__":
    sys.exit(main())
