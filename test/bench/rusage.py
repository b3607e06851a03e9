"""Runs programs and tells what each took: Node cannot ask the system for the resources of a child that has ended.

Each line of standard input is a JSON object with `argv` and `env`; each line of standard output is the answer: wall
and CPU time in seconds, those of its children included, peak memory in bytes, bytes of output, exit code.
"""

import json
import os
import sys
import time

UNIT = 1 if sys.platform == "darwin" else 1024


def run(argv, env):
    reader, writer = os.pipe()
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_DUP2, writer, 1),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    start = time.perf_counter()
    pid = os.posix_spawnp(argv[0], argv, env, file_actions=actions)
    os.close(writer)
    size = 0
    while chunk := os.read(reader, 1 << 20):
        size += len(chunk)
    os.close(reader)
    _, status, usage = os.wait4(pid, 0)
    return {
        "wall": time.perf_counter() - start,
        "cpu": usage.ru_utime + usage.ru_stime,
        "memory": usage.ru_maxrss * UNIT,
        "size": size,
        "code": os.waitstatus_to_exitcode(status),
    }


for line in sys.stdin:
    job = json.loads(line)
    print(json.dumps(run(job["argv"], job["env"])), flush=True)
