"""Run the notebooks and store them in one form, the same bytes each time.

``python tests/run_notebooks.py`` runs all of them, in order, each in a fresh kernel;
``python tests/run_notebooks.py 02 03`` runs some; with ``--only-tidy`` none is run.
"""

from __future__ import annotations

import base64
import re
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import nbformat
from PIL import Image

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
SECONDS = 300
"""A cell that takes longer is given up."""
PNG = "image/png"
WIDGET = "application/vnd.jupyter.widget-view+json"
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "pygments_lexer": "ipython3"},
}
KEPT = ("tags",)
"""Metadata of a cell that is meant; all else is left by tools."""
NAVIGATION = ("navigation-top", "navigation-bottom")
"""Ids of the cells with the line of links; their text is made here."""


def course() -> list[Path]:
    """Give the notebooks in the order of their numbers."""
    return sorted(NOTEBOOKS.glob("[0-9][0-9]-*.ipynb"))


def navigation(path: Path, paths: list[Path]) -> str:
    """Write the line of links to the neighbours and the contents, with their titles there."""
    place = paths.index(path)
    named = titles()
    parts = ["[Contents](README.md)"]
    if place > 0:
        before = paths[place - 1].name
        parts.insert(0, f"[← {named[before]}]({before})")
    if place + 1 < len(paths):
        after = paths[place + 1].name
        parts.append(f"[{named[after]} →]({after})")
    return " | ".join(parts)


def titles() -> dict[str, str]:
    """Give the title of each notebook, as the contents page has it."""
    contents = (NOTEBOOKS / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[([^\]]+)\]\(([^)]+\.ipynb)\)", contents, re.MULTILINE)
    found = {name: title for title, name in listed}
    missing = [path.name for path in course() if path.name not in found]
    if missing:
        raise SystemExit(f"notebooks/README.md does not list {', '.join(missing)}.")
    return found


def run(notebook: Any) -> None:
    """Run all cells in a fresh kernel; an error, or anything on stderr, ends it."""
    from nbclient import NotebookClient

    client = NotebookClient(
        notebook,
        timeout=SECONDS,
        kernel_name="python3",
        resources={"metadata": {"path": str(NOTEBOOKS)}},
        extra_arguments=["--log-level=ERROR"],
    )
    client.execute()
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if output.output_type == "error" or output.get("name") == "stderr":
                raise SystemExit(f"{cell.id} wrote an error: {output}")


def tidy(notebook: Any, links: str) -> None:
    """Bring a notebook into the form in which it is stored.

    Counts run from 1, nothing remembers when or where it ran, and a widget is left with its
    still face (text and HTML), which is shown wherever no Python runs.
    """
    notebook.metadata = nbformat.from_dict(METADATA)
    notebook.nbformat, notebook.nbformat_minor = 4, 5
    count = 0
    seen: set[str] = set()
    for place, cell in enumerate(notebook.cells, 1):
        if cell.get("id", "") in {"", *seen}:
            cell["id"] = f"cell-{place}"
        seen.add(cell["id"])
        if cell["id"] in NAVIGATION:
            cell.source = links
        cell.source = cell.source.strip()
        cell.metadata = {name: cell.metadata[name] for name in KEPT if name in cell.metadata}
        cell.pop("attachments", None)
        if cell.cell_type == "code":
            count += 1
            cell.execution_count = count
            cell.outputs = _joined(filter(None, (_output(one, count) for one in cell.outputs)))
            _describe(cell.outputs)


def _output(output: Any, count: int) -> Any:
    if "data" in output:
        output.data.pop(WIDGET, None)
        output.metadata = {}
        if PNG in output.data:
            output.data[PNG] = smaller(output.data[PNG])
        if not output.data:
            return None
    if output.output_type == "execute_result":
        output.execution_count = count
    output.pop("transient", None)
    return output


def _describe(outputs: list[Any]) -> None:
    """Give pictures an alternative text: what their cell prints."""
    said = "".join(output.text for output in outputs if output.output_type == "stream")
    for output in outputs:
        if PNG in output.get("data", {}):
            output.metadata = nbformat.from_dict({PNG: {"alt": said.strip()}})


def smaller(png: str) -> str:
    """Draw a picture with 256 colours, at a third of the size; what has them stays as it is."""
    with Image.open(BytesIO(base64.b64decode(png))) as picture:
        if picture.mode == "P":
            return png
        file = BytesIO()
        few = picture.convert("RGB").quantize(256, dither=Image.Dither.NONE)
        few.save(file, "png", optimize=True)
    return base64.encodebytes(file.getvalue()).decode()


def _joined(outputs: Any) -> list[Any]:
    """Join pieces of one stream, whose number depends on timing."""
    joined: list[Any] = []
    for output in outputs:
        last = joined[-1] if joined else {}
        if output.output_type == "stream" and last.get("name") == output.name:
            last.text += output.text
        else:
            joined.append(output)
    return joined


def text(notebook: Any) -> str:
    """Write a notebook as it is stored."""
    nbformat.validate(notebook)
    return nbformat.writes(notebook, version=nbformat.NO_CONVERT).rstrip("\n") + "\n"


def read(path: Path) -> Any:
    """Read a stored notebook."""
    return nbformat.reads(path.read_text(encoding="utf-8"), as_version=4)


def main(arguments: list[str]) -> int:
    """Run and store the notebooks that are named, or all."""
    wanted = [word for word in arguments if not word.startswith("-")]
    paths = course()
    for path in paths:
        if wanted and not path.name.startswith(tuple(wanted)):
            continue
        notebook = read(path)
        if "--only-tidy" not in arguments:
            run(notebook)
        tidy(notebook, navigation(path, paths))
        new = text(notebook)
        same = path.read_text(encoding="utf-8") == new
        if not same:
            path.write_text(new, encoding="utf-8", newline="\n")
        print(f"{path.name}: {'as before' if same else 'stored anew'}, {len(new) // 1000} kB")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
