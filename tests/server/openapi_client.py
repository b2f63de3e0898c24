"""Call `husk serve` with a client generated from its description, and check every JSON answer against its schema."""
import json
import pathlib
import tempfile

import jsonschema
from client import Client
from client.api.default import extract, health, jobs, label, opened, records, site, site_records, sites, strip, view
from client.models import PageInput
from serving import ROOT, Server, program

PAGE = ROOT / "examples/site/journal/first-frost.html"
DESCRIPTION = json.loads((ROOT / "server/openapi.json").read_text())


def resolved(schema):
    """A schema that stands by itself: components beside it, as references expect."""
    return {**schema, "components": DESCRIPTION["components"]}


def answers_have_schemas():
    for path, methods in DESCRIPTION["paths"].items():
        for method, operation in methods.items():
            if method == "parameters":
                continue
            for code, answer in operation.get("responses", {}).items():
                if "$ref" in answer:
                    answer = DESCRIPTION["components"]["responses"][answer["$ref"].rsplit("/", 1)[1]]
                assert all(content.get("schema") for content in answer.get("content", {}).values()), (method, path, code)
                assert "content" in answer or code == "204" or code[0] == "4", (method, path, code)  # the HTTP library refuses long requests without a body


def check(path, method, answer):
    assert answer.status_code == 200, (path, answer)
    content = DESCRIPTION["paths"][path][method]["responses"]["200"]["content"]
    if list(content) == ["application/json"]:
        jsonschema.validate(json.loads(answer.content), resolved(content["application/json"]["schema"]))
    return answer


def main():
    answers_have_schemas()
    with tempfile.TemporaryDirectory() as scratch:
        file = pathlib.Path(scratch) / "garden.husk"
        program("learn", "examples/site", "--base-url", "https://garden.example", "-o", file, "-q")
        with Server(file, "examples/site") as server:
            client = Client(base_url=f"http://127.0.0.1:{server.port}")
            page = PageInput(html=PAGE.read_text(), site="garden.example")
            for call, path in ((extract, "/v1/extract"), (label, "/v1/label"), (strip, "/v1/strip"), (records, "/v1/records"), (view, "/v1/view")):
                answer = check(path, "post", call.sync_detailed(client=client, body=page))
                assert b"thermometer" in answer.content or call is records, path
            for call, path in ((health, "/v1/health"), (sites, "/v1/sites"), (opened, "/v1/opened"), (jobs, "/v1/jobs")):
                check(path, "get", call.sync_detailed(client=client))
            check("/v1/sites/{host}", "get", site.sync_detailed("garden.example", client=client))
            check("/v1/sites/{host}/records", "get", site_records.sync_detailed("garden.example", client=client, class_=1))
    print("openapi: valid, every answer has a schema, and a generated client works")


if __name__ == "__main__":
    main()
