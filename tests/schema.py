"""schema.py - is a value what a JSON Schema says? The keywords that docs/reference/record.schema.json uses; any other is an error.

  tests/schema.py SCHEMA < JSON-LINES      prints the number of records, and what is wrong with them"""
import json
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "null": type(None)}
KNOWN = {"$schema", "title", "type", "enum", "required", "properties", "additionalProperties", "items", "minimum", "maximum", "pattern"}


def has_type(value, wanted):
    names = wanted if isinstance(wanted, list) else [wanted]
    return not isinstance(value, bool) and any(isinstance(value, TYPES[name]) for name in names)


def faults(value, schema, where="record"):
    """What is wrong, one text each."""
    if set(schema) - KNOWN:
        yield f"{where}: the schema has {set(schema) - KNOWN}"
    if "type" in schema and not has_type(value, schema["type"]):
        yield f"{where}: {value!r} is no {schema['type']}"
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{where}: {value!r} is none of {schema['enum']}"
    if isinstance(value, (int, float)) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        yield f"{where}: {value} is out of range"
    if isinstance(value, str) and not re.search(schema.get("pattern", ""), value):
        yield f"{where}: {value!r} is not {schema['pattern']}"
    if isinstance(value, list):
        for item in value:
            yield from faults(item, schema["items"], where + "[]")
    if isinstance(value, dict):
        properties = schema["properties"]
        yield from (f"{where}: {name} is missing" for name in schema.get("required", []) if name not in value)
        for name, member in value.items():
            if name in properties:
                yield from faults(member, properties[name], f"{where}.{name}")
            elif schema.get("additionalProperties") is False:
                yield f"{where}: {name} is not described"


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    records = [json.loads(line) for line in sys.stdin]
    wrong = {fault for record in records for fault in faults(record, schema)}
    print(len(records), *sorted(wrong), sep="\n")


if __name__ == "__main__":
    main()
