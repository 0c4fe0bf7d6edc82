"""Repeats the example on this FMU's page with FMPy: the inputs are in example.csv, beside this file.

    python example.py FMU [OUTPUT ...]

Prints the smallest, the largest and the last value of each output; of all of them if none is named.
"""

import sys
from pathlib import Path

from fmpy import read_model_description, simulate_fmu
from fmpy.util import read_csv

fmu, *outputs = sys.argv[1:]
table = read_csv(Path(__file__).with_name("example.csv"))
time = table["time"]
step = time[-1] / (len(time) - 1)
# A parameter may have a column, too; its first value counts.
parameters = {v.name for v in read_model_description(fmu).modelVariables if v.causality == "parameter"}
result = simulate_fmu(
    fmu,
    fmi_type="CoSimulation",
    stop_time=time[-1],
    step_size=step,
    output_interval=step,
    start_values={name: table[name][0] for name in table.dtype.names if name in parameters},
    input=table,
    output=outputs or None,
)
print("output smallest largest last")
for name in result.dtype.names[1:]:
    values = result[name].astype(float)
    print(f"{name} {values.min():.4g} {values.max():.4g} {values[-1]:.4g}")
