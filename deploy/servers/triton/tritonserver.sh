#!/bin/sh
# The tritonserver of the wheel, with its Python backend. The interpreter inside the backend's stub takes no PYTHONPATH: it finds
# the environment through PATH. One thread each: OpenMP threads that wait would spin.
home=$(CDPATH= cd -- "$(dirname -- "$0")/.." && pwd)
server=$(echo "$home"/venv/lib/python3*/site-packages/pytriton/tritonserver)
export PATH="$home/venv/bin:$PATH" OMP_NUM_THREADS="${OMP_NUM_THREADS:-1}" OPENBLAS_NUM_THREADS="${OPENBLAS_NUM_THREADS:-1}" ORT_DISABLE_TELEMETRY=1
exec "$server/bin/tritonserver" --backend-directory="$server/backends" "$@"
