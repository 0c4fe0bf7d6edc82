"""Writes SVG pictures of docs as PDF for print, in the same folders below another one: `pdf.py FOLDER docs/PICTURE.svg ...`."""

import sys
from pathlib import Path

import typst

# A page without a stroke has some 2500 bytes.
LEAST = 5000


def main() -> None:
    folder = Path(sys.argv[1])
    for name in sys.argv[2:]:
        page = f'#set page(width: auto, height: auto, margin: 0pt)\n#image("/{name}")'
        drawn = typst.compile(page.encode(), root=".", format="pdf")
        if len(drawn) < LEAST:
            sys.exit(f"{name}: there is nothing of it in its PDF")
        target = folder / Path(name).relative_to("docs").with_suffix(".pdf")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(drawn)


main()
