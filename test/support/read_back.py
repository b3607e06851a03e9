"""Reads texts as other programs do. Each line of standard input is a JSON list of {"format", "text"}; so is the answer, of values."""

import csv
import io
import json
import re
import sys

import yaml


class CoreLoader(yaml.SafeLoader):
    """YAML 1.2: what its core schema takes for another type than a text."""

    yaml_implicit_resolvers = {}


def number(loader, node):
    text = loader.construct_scalar(node)
    return int(text, 0) if text.startswith("0o") else int(text, 16) if text.startswith("0x") else int(text)


CoreLoader.add_constructor("tag:yaml.org,2002:int", number)
for kind, pattern in {
    "null": r"null|Null|NULL|~|",
    "bool": r"true|True|TRUE|false|False|FALSE",
    "int": r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+",
    "float": r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
}.items():
    CoreLoader.add_implicit_resolver("tag:yaml.org,2002:" + kind, re.compile("^(?:%s)$" % pattern), None)


def tsv(text):
    escapes = {"\\n": "\n", "\\t": "\t", "\\\\": "\\"}
    decode = lambda cell: re.sub(r"\\[nt\\]", lambda match: escapes[match.group()], cell)
    return [[decode(cell) for cell in line.split("\t")] for line in text.split("\n")[:-1]]


readers = {
    "csv": lambda text: list(csv.reader(io.StringIO(text, newline=""), strict=True)),
    "tsv": tsv,
    "json": json.loads,
    "jsonl": lambda text: [json.loads(line) for line in text.split("\n")[:-1]],
    "yaml 1.1": lambda text: yaml.safe_load(text),
    "yaml 1.2": lambda text: yaml.load(text, CoreLoader),
}


def plain(value):
    """Dates, which JSON lacks, by their names: no text may have become one."""
    return "%s %s" % (type(value).__name__, value)


def read(job):
    try:
        return readers[job["format"]](job["text"])
    except Exception as error:
        return {"error": "%s: %s" % (type(error).__name__, error)}


for line in sys.stdin:
    print(json.dumps([read(job) for job in json.loads(line)], default=plain), flush=True)
