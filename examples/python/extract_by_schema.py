"""Extracts the values of a Pydantic class from documents, and prints them with their evidence. It needs Pydantic."""

import base64
import json
import os
import sys
import time
import urllib.error
import urllib.request
import uuid
from typing import Optional

from pydantic import BaseModel, Field


class Invoice(BaseModel):
    invoice_number: Optional[str] = None
    total: Optional[float] = Field(None, description="Total amount to pay")
    currency: Optional[str] = Field(None, examples=["EUR", "GBP"])


ADDRESS = os.environ["RECTO_SERVER"].rstrip("/") + "/api/v2/extract-by-schema"
HEADERS = {"unstract-key": os.environ["RECTO_TEXT_KEY"], "Content-Type": "application/json"}


def call(address, fields=None):
    """Sends fields, or asks for a job. The same key is sent again with the same fields, so that they are paid once."""
    body = None if fields is None else json.dumps(fields).encode()
    headers = HEADERS if fields is None else {**HEADERS, "Idempotency-Key": str(uuid.uuid4())}
    for _ in range(5):
        request = urllib.request.Request(address, data=body, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=330) as response:
                return json.load(response)
        except urllib.error.HTTPError as refusal:
            wait = refusal.headers.get("Retry-After")
            if refusal.code in (429, 503) and wait:
                time.sleep(min(float(wait), 60))
                continue
            errors = json.loads(refusal.read() or b"{}").get("errors", [])
            reasons = " ".join(f"{error['attr'] or ''} {error['detail']}".strip() for error in errors)
            print(f"Refused with {refusal.code}: {reasons}", file=sys.stderr)
            sys.exit(2)
    sys.exit("The server has no room.")


def extract(path, model):
    with open(path, "rb") as file:
        content = base64.b64encode(file.read()).decode()
    job = call(
        ADDRESS,
        {"schema": model.model_json_schema(), "base64_string": content, "file_name": os.path.basename(path)},
    )
    while job["status"] in ("accepted", "processing"):
        time.sleep(1)
        job = call(f"{ADDRESS}/{job['job_id']}")
    if job["status"] == "error":
        print(f"{path}: {job['message']}", file=sys.stderr)
        sys.exit(1)
    return model.model_validate(job["result"]["values"]), job["result"]["fields"]


for path in sys.argv[1:]:
    value, fields = extract(path, Invoice)
    for name, one in value.model_dump().items():
        quotes = [place["quote"] for place in fields.get(f"/{name}", {}).get("evidence", [])]
        print(f"{os.path.basename(path)}\t{name}\t{json.dumps(one)}\t{' '.join(quotes)}")
