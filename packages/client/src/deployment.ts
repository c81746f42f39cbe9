import type { DeploymentRunReply, ResultItem } from '@recto/contract/deployment-runs'
import { askAgain, pause } from './ask-again.ts'

type Options = {
  /** Where it is, such as `https://recto.example.org/deployment/api/acme/invoices/`. */
  readonly address: string
  readonly key: string
  readonly fetch: typeof globalThis.fetch
  /** For how often a call is sent again that the server could not take in; 4 unless stated. */
  readonly retries?: number
}

type Document = { readonly name: string; readonly content: Uint8Array | Blob }

type Sending = {
  readonly documents: readonly Document[]
  /** The same request sent again under it makes no second execution. */
  readonly idempotencyKey?: string
  /** Whether what the same content gave before is taken, instead of being read and paid anew. */
  readonly takesEarlier?: boolean
}

type Field = { readonly name: string; readonly type: string }

type Look = {
  /** What people call it. */
  readonly name: string
  /** Of the server. */
  readonly version: string
  /** Whether the server takes in work. */
  readonly isReady: boolean
  /** What comes back of a document. */
  readonly fields: readonly Field[]
}

export type DeploymentClient = {
  /** Sends documents and waits until their values are there. */
  readonly extract: (sending: Sending) => Promise<ResultItem[]>
  /** What it is; runs nothing. Refused like any other call where the key does not open it. */
  readonly look: () => Promise<Look>
}

/** The server said no: its status, and in its own words why. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }

  /** Every further call with this key would be refused too. */
  get isHopeless(): boolean {
    return [401, 403, 404].includes(this.status)
  }
}

const waitSeconds = 60

/** A deployment, as a program calls it. */
export function openDeployment({ address, key, fetch, retries = 4 }: Options): DeploymentClient {
  const headers = { authorization: `Bearer ${key}` }

  const ask = askAgain({ fetch, retries })

  async function extract(sending: Sending): Promise<ResultItem[]> {
    const { idempotencyKey } = sending
    const form = formOf(sending)
    const named = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
    const init = { method: 'POST', headers: { ...headers, ...named }, body: form }
    const response = await ask(address, init)
    const body = await bodyOf(response)
    const { message } = body as Partial<DeploymentRunReply>
    if (!message || typeof message !== 'object') throw refused(response.status, body)
    return message.result ?? (await fetchResult(message.execution_id))
  }

  async function fetchResult(id: string): Promise<ResultItem[]> {
    const url = new URL(address)
    url.searchParams.set('execution_id', id)
    for (;;) {
      const response = await ask(url.href, { headers })
      const body = (await bodyOf(response)) as Asked
      if (Array.isArray(body.message)) return body.message
      if (!isRunning(body)) throw refused(response.status, body)
      await pause(1)
    }
  }

  async function look(): Promise<Look> {
    const id = 1
    const call = { name: 'getApiInfo', arguments: {} }
    const response = await ask(new URL('mcp', address).href, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: call }),
    })
    const { display_name, server_version, fields } = await apiInfoIn(response)
    const health = await fetch(new URL('/health', address))
    return { name: display_name, version: server_version, isReady: health.ok, fields }
  }

  return { extract, look }
}

function formOf({ documents, takesEarlier = false }: Sending): FormData {
  const form = new FormData()
  form.append('timeout', String(waitSeconds))
  if (takesEarlier) form.append('use_file_history', 'true')
  for (const { name, content } of documents) {
    const blob = content instanceof Blob ? content : new Blob([Buffer.from(content)])
    form.append('files', blob, name)
  }
  return form
}

async function apiInfoIn(response: Response): Promise<ApiInfo> {
  const { result, error } = (await bodyOf(response)) as Answered
  const text = result?.content?.[0]?.text
  if (response.ok && text !== undefined) return JSON.parse(text) as ApiInfo
  throw new CallRefused(response.status, error?.message ?? `Status ${response.status}.`)
}

type Answered = {
  readonly result?: { readonly content?: readonly { readonly text: string }[] }
  readonly error?: { readonly message: string }
}

type ApiInfo = {
  readonly display_name: string
  readonly server_version: string
  readonly fields: readonly Field[]
}

type Asked = { readonly status?: string; readonly message?: ResultItem[] | string | null }

const isRunning = ({ status }: Asked) => status === 'PENDING' || status === 'EXECUTING'

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    // A proxy's page: the status says what happened.
    return {}
  }
}

function refused(status: number, body: unknown): CallRefused {
  const { errors, message } = body as { errors?: { detail?: unknown }[]; message?: unknown }
  const details = errors?.map(({ detail }) => String(detail)).join(' ')
  const said = typeof message === 'string' ? message : `Status ${status}.`
  return new CallRefused(status, details ?? said)
}
