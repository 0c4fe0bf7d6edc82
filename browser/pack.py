"""Packs the page, its scripts and the compiled joints into one HTML file, which needs no server.

python3 browser/pack.py JOINTS.wasm PAGE.html
"""

import base64
import gzip
import json
import os
import re
import sys
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
PARTS = HERE / "page"
MACHINE = HERE.parent / "examples/groups/machine.toml"


def without_comments(script):
    """The script without lines that only comment: readers of the page are sent its sources' place instead."""
    return "\n".join(line for line in script.splitlines() if not line.lstrip().startswith("// "))


def packed(wasm):
    """The page with everything in it."""
    page = (PARTS / "index.html").read_text()
    style = (PARTS / "style.css").read_text()
    page = page.replace('<link rel="stylesheet" href="style.css">', f"<style>\n{style}</style>")
    scripts = re.findall(r'<script src="([a-z_]+\.js)"></script>\n', page)
    for name in scripts:
        tag, script = f'<script src="{name}"></script>', without_comments((PARTS / name).read_text())
        assert "</script" not in script, name
        page = page.replace(tag, f"<script>\n{script}\n</script>")
    machine = json.dumps(tomllib.loads(MACHINE.read_text()))
    # The time of day is no part of the page: the same sources give the same bytes.
    module = base64.b64encode(gzip.compress(wasm, 9, mtime=0)).decode()
    return page.replace('"MACHINE"', machine).replace("MODULE", module)


def main():
    """Writes the page beside its place and renames it."""
    module, target = map(Path, sys.argv[1:])
    text = packed(module.read_bytes())
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_name(target.name + ".part")
    beside.write_text(text)
    os.replace(beside, target)
    print(f"{target}: {len(text) / 1e6:.2f} MB")


main()
