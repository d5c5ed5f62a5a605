"""The notebooks of docs/notebooks run, and print what is written in them. `python tests/test_notebooks.py` writes it anew, and their pictures, which the site shows."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import pytest

for library in ("nbclient", "ipykernel", "matplotlib", "networkx", "pandas", "sklearn"):
    pytest.importorskip(library)

import nbformat  # noqa: E402
from nbclient import NotebookClient  # noqa: E402

#: None where the tests stand without the rest of the repository.
NOTEBOOKS = sorted((Path(__file__).parent / "../../../docs/notebooks").resolve().glob("*.ipynb"))
#: What is kept of a result in the notebook: a picture is not, as it is large and differs from one version of matplotlib to the next.
KEPT = ("text/plain", "text/html")
PICTURE = "image/png"


def executed(path: Path, folder: Path) -> tuple[Any, dict[str, bytes]]:
    """The notebook, with what it prints in a kernel of its own that works in ``folder``, and the pictures by the cells that draw them."""
    notebook = nbformat.read(path, as_version=4)
    where = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=120, coalesce_streams=True, resources=where).execute()
    pictures = {}
    for number, cell in enumerate(code_cells(notebook), 1):
        drawn = [output.data[PICTURE] for output in cell.outputs if PICTURE in output.get("data", {})]
        if drawn:
            pictures[cell.id] = base64.b64decode(drawn[0])
        cell.execution_count = number
        cell.outputs = [output for output in map(small, cell.outputs) if output is not None]
        # When each cell began and ended.
        cell.metadata.pop("execution", None)
    notebook.metadata.language_info = {"name": "python"}
    return notebook, pictures


def code_cells(notebook: Any) -> list[Any]:
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def small(output: Any) -> Any:
    """The output without what differs from one machine to the next; none if nothing is left."""
    if output.output_type == "stream":
        return output if output.name == "stdout" else None
    if PICTURE in output.data:
        return None
    output.data = {kind: text for kind, text in output.data.items() if kind in KEPT}
    return output


def printed(cell: Any) -> str:
    return "".join(
        output.text if output.output_type == "stream" else output.data["text/plain"]
        for output in cell.outputs
    )


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_print_what_is_written_in_them(path: Path, tmp_path: Path) -> None:
    written = nbformat.read(path, as_version=4)
    now, pictures = executed(path, tmp_path)
    for before, after in zip(code_cells(written), code_cells(now)):
        assert printed(after) == printed(before), f"cell {after.id!r}"
    kept = {picture.stem for picture in (path.parent / "pictures").glob(f"{path.stem}-*.png")}
    assert kept == {f"{path.stem}-{cell}" for cell in pictures}


if __name__ == "__main__":
    import tempfile

    for path in NOTEBOOKS:
        with tempfile.TemporaryDirectory() as folder:
            notebook, pictures = executed(path, Path(folder))
            nbformat.write(notebook, path)
        for cell, picture in pictures.items():
            (path.parent / f"pictures/{path.stem}-{cell}.png").write_bytes(picture)
