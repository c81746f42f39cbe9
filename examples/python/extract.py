"""Sends documents to an API deployment of Recto and prints their values, by the standard library alone."""

import json
import os
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

ADDRESS = os.environ["RECTO_ADDRESS"]
HEADERS = {"Authorization": f"Bearer {os.environ['RECTO_KEY']}"}


def call(address, body=None, headers=None):
    """Returns status and body; a server that has no room says when to come again."""
    for _ in range(5):
        request = urllib.request.Request(address, data=body, headers={**HEADERS, **(headers or {})})
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return response.status, json.load(response)
        except urllib.error.HTTPError as refusal:
            wait = refusal.headers.get("Retry-After")
            if refusal.code in (429, 503) and wait:
                time.sleep(min(float(wait), 60))
                continue
            return refusal.code, json.loads(refusal.read() or b"{}")
    sys.exit("The server has no room.")


def form_of(paths):
    """A multipart form: how long the call may wait, and the files."""
    boundary = uuid.uuid4().hex
    parts = [f'--{boundary}\r\nContent-Disposition: form-data; name="timeout"\r\n\r\n60\r\n'.encode()]
    for path in paths:
        name = os.path.basename(path).replace('"', "%22")
        head = f'Content-Disposition: form-data; name="files"; filename="{name}"'
        with open(path, "rb") as file:
            parts += [f"--{boundary}\r\n{head}\r\n\r\n".encode(), file.read(), b"\r\n"]
    parts.append(f"--{boundary}--\r\n".encode())
    return b"".join(parts), {"Content-Type": f"multipart/form-data; boundary={boundary}"}


def refuse(status, body):
    errors = " ".join(str(error.get("detail")) for error in body.get("errors", []))
    print(f"Refused with {status}: {errors or body.get('message')}", file=sys.stderr)
    sys.exit(2)


def extract(paths):
    # Under this key the request is taken in once, also when it has to be sent again.
    body, headers = form_of(paths)
    status, reply = call(ADDRESS, body, {**headers, "Idempotency-Key": str(uuid.uuid4())})
    message = reply.get("message")
    # A refusal has a message as well, with nothing but the reason.
    if not isinstance(message, dict) or "execution_id" not in message:
        refuse(status, reply)
    if message.get("result") is not None:
        return message["result"]
    # What takes longer than the call waited is asked for until it is there.
    asked = f"{ADDRESS}?{urllib.parse.urlencode({'execution_id': message['execution_id']})}"
    while True:
        status, reply = call(asked)
        if isinstance(reply.get("message"), list):
            return reply["message"]
        if reply.get("status") not in ("PENDING", "EXECUTING"):
            refuse(status, reply)
        time.sleep(1)


failed = False
for item in extract(sys.argv[1:]):
    if item["status"] != "Success":
        failed = True
        print(f"{item['file']}: {item['error']}", file=sys.stderr)
        continue
    for name, value in item["result"]["output"].items():
        print(f"{item['file']}\t{name}\t{json.dumps(value, ensure_ascii=False)}")
sys.exit(1 if failed else 0)
