"""What the servers that these tests start need to be apart from those of the person."""

import os
import socket
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
TOKEN = "board"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def at_home(home):
    """An environment in which Jupyter keeps all that it keeps in one folder."""
    return os.environ | {
        "HOME": str(home),
        "USERPROFILE": str(home),
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTER_DATA_DIR": str(home / "data"),
        "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
        "IPYTHONDIR": str(home / "ipython"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "PYTHONPATH": os.pathsep.join(
            filter(None, (str(REPOSITORY), os.environ.get("PYTHONPATH")))
        ),
    }
