"""Writes SVG pictures as PDF for print: `pdf.py FOLDER PICTURE.svg ...`."""

import sys
from pathlib import Path

import typst

# A page without a stroke has some 2500 bytes.
LEAST = 5000


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:]:
        page = f'#set page(width: auto, height: auto, margin: 0pt)\n#image("/{name}")'
        drawn = typst.compile(page.encode(), root=".", format="pdf")
        if len(drawn) < LEAST:
            sys.exit(f"{name}: there is nothing of it in its PDF")
        (folder / Path(name).name).with_suffix(".pdf").write_bytes(drawn)


main()
