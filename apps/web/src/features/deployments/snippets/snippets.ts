/** Placeholder for the key if the deployment has no active one. */
export const KEY_PLACEHOLDER = 'REPLACE_WITH_API_KEY'

const TIMEOUT_SECONDS = 300

type Snippet = { readonly language: string; readonly run: string; readonly status: string }

type SnippetOptions = {
  /** The full address of the deployment. */
  readonly address: string
  readonly key: string
}

/** Returns code examples that send a document to a deployment and poll the execution. */
export function snippetsFor(options: SnippetOptions): readonly Snippet[] {
  return [
    { language: 'Python', run: pythonRun(options), status: pythonStatus(options) },
    { language: 'cURL', run: curlRun(options), status: curlStatus(options) },
    { language: 'JavaScript', run: javaScriptRun(options), status: javaScriptStatus(options) },
  ]
}

export const curlRun = ({ address, key }: SnippetOptions): string => `\
curl -X POST '${address}' \\
  -H 'Authorization: Bearer ${key}' \\
  -F 'files=@document.pdf' \\
  -F 'timeout=${TIMEOUT_SECONDS}' \\
  -F 'include_metadata=false'`

const curlStatus = ({ address, key }: SnippetOptions): string => `\
curl '${address}?execution_id=REPLACE_WITH_EXECUTION_ID&include_metadata=False' \\
  -H 'Authorization: Bearer ${key}'`

const pythonRun = ({ address, key }: SnippetOptions): string => `\
# pip install requests
# python run.py document.pdf
import sys
import requests

url = "${address}"
headers = {"Authorization": "Bearer ${key}"}
paths = sys.argv[1:] or ["document.pdf"]

response = requests.post(
    url,
    headers=headers,
    files=[("files", open(path, "rb")) for path in paths],
    data={"timeout": ${TIMEOUT_SECONDS}, "include_metadata": False},
)
print(response.status_code, response.text)`

const pythonStatus = ({ address, key }: SnippetOptions): string => `\
# pip install requests
# python status.py EXECUTION_ID
import sys
import requests

url = "${address}"
headers = {"Authorization": "Bearer ${key}"}

response = requests.get(
    url,
    headers=headers,
    params={"execution_id": sys.argv[1], "include_metadata": False},
)
print(response.status_code, response.text)`

const javaScriptRun = ({ address, key }: SnippetOptions): string => `\
// node run.mjs document.pdf
import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'

const url = '${address}'
const headers = { Authorization: 'Bearer ${key}' }
const [path = 'document.pdf'] = process.argv.slice(2)

const body = new FormData()
body.append('files', await openAsBlob(path), basename(path))
body.append('timeout', '${TIMEOUT_SECONDS}')
body.append('include_metadata', 'false')

const response = await fetch(url, { method: 'POST', headers, body })
console.log(response.status, await response.text())`

const javaScriptStatus = ({ address, key }: SnippetOptions): string => `\
// node status.mjs EXECUTION_ID
const url = '${address}'
const headers = { Authorization: 'Bearer ${key}' }
const query = new URLSearchParams({ execution_id: process.argv[2], include_metadata: 'False' })

const response = await fetch(\`\${url}?\${query}\`, { headers })
console.log(response.status, await response.text())`
