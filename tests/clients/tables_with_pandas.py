"""Reads the results of `run` with pandas and SciPy: Apache Parquet, MATLAB's file and CSV hold the same numbers.

`tables_with_pandas.py PROGRAM FMU`
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import pandas as pd
from scipy.io import loadmat

program, fmu = (Path(name).resolve() for name in sys.argv[1:])
with tempfile.TemporaryDirectory() as folder:
    tables = {}
    for ending, read in [(".csv", pd.read_csv), (".parquet", pd.read_parquet), (".mat", loadmat)]:
        target = Path(folder) / f"results{ending}"
        command = [program, "run", fmu, "--stop", "0.01", "--output", target]
        subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)
        tables[ending] = read(target)
csv, parquet, matrices = tables.values()
assert list(csv) == list(parquet) and len(csv) > 10, (list(csv), list(parquet))
for name in csv:
    # The text of a number has all its digits.
    numbers = csv[name].astype(float)
    assert (numbers == parquet[name].astype(float)).all(), name
    assert (numbers == matrices[name.replace(".", "_")].ravel()).all(), name
print(f"{fmu.name}: {len(parquet)} rows of {len(list(parquet))} columns, equal in all three files")
