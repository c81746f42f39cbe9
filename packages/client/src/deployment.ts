import type { DeploymentRunReply, ResultItem } from '@recto/contract/deployments/deployment-runs'
import { fetchWithRetries } from './fetch-with-retries.ts'
import { defaultMaxWaitSeconds, waitForResult } from './wait-limit.ts'

type DeploymentSettings = {
  /**
   * Address of the deployment, such as `https://recto.example.org/deployment/api/acme/invoices/`.
   */
  readonly address: string
  readonly key: string
  readonly fetch: typeof globalThis.fetch
  /** Maximum number of retries of a call that failed for a transient reason; 4 by default. */
  readonly retries?: number
  /** `extract` throws `WaitTimeout`, with the id of the execution, after this time; an hour by default. */
  readonly maxWaitSeconds?: number
  /**
   * Parses replies; `JSON.parse` by default, which rounds numbers of 16 digits and more. A parser that
   * keeps their digits gives values of its own for them.
   */
  readonly parseJson?: (text: string) => unknown
}

type Document = { readonly name: string; readonly content: Uint8Array | Blob }

type ExtractRequest = {
  readonly documents: readonly Document[]
  /** Repeating a request with the same key starts no second execution. */
  readonly idempotencyKey?: string
  /** Whether to reuse an earlier result of the same content instead of reading and paying again. */
  readonly takesEarlier?: boolean
}

type Field = { readonly name: string; readonly type: string }

type DeploymentDescription = {
  /** Display name. */
  readonly name: string
  /** Version of the server. */
  readonly version: string
  /** Whether the server accepts work. */
  readonly isReady: boolean
  /** Fields of a result. */
  readonly fields: readonly Field[]
}

export type DeploymentClient = {
  /** Sends documents and waits for their values. */
  readonly extract: (request: ExtractRequest) => Promise<ResultItem[]>
  /**
   * Describes the deployment without running it. Refused like any other call if the key does not
   * open it.
   */
  readonly describe: () => Promise<DeploymentDescription>
}

/** The server refused a call: carries the status and the server's message. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }

  /** Whether every further call with this key would be refused too. */
  get isPermanent(): boolean {
    return [401, 403, 404].includes(this.status)
  }
}

const waitSeconds = 60

/** Opens a deployment for calls from a program. */
export function openDeployment({
  address,
  key,
  fetch,
  retries = 4,
  maxWaitSeconds = defaultMaxWaitSeconds,
  parseJson = JSON.parse,
}: DeploymentSettings): DeploymentClient {
  const headers = { authorization: `Bearer ${key}` }

  const send = fetchWithRetries({ fetch, retries })

  async function extract(request: ExtractRequest): Promise<ResultItem[]> {
    const { idempotencyKey } = request
    const form = toForm(request)
    const idempotencyHeader =
      idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
    const init = { method: 'POST', headers: { ...headers, ...idempotencyHeader }, body: form }
    const response = await send(address, init)
    const body = await parseBody(response, parseJson)
    const { message } = body as Partial<DeploymentRunReply>
    // A refusal has a message as well, with nothing but the reason.
    if (!message?.result && !message?.execution_id) throw toCallRefused(response.status, body)
    return message.result ?? (await fetchResult(message.execution_id))
  }

  async function fetchResult(id: string): Promise<ResultItem[]> {
    const url = new URL(address)
    url.searchParams.set('execution_id', id)
    const poll = async (signal: AbortSignal) => {
      const response = await send(url.href, { headers, signal })
      const body = (await parseBody(response, parseJson)) as ExecutionReply
      if (Array.isArray(body.message)) return body.message
      if (!isRunning(body)) throw toCallRefused(response.status, body)
      return undefined
    }
    return waitForResult({ id, pollSeconds: 1, maxWaitSeconds, poll })
  }

  async function describe(): Promise<DeploymentDescription> {
    const id = 1
    const call = { name: 'getApiInfo', arguments: {} }
    const response = await send(new URL('mcp', address).href, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: call }),
    })
    const { display_name, server_version, fields } = await parseApiInfo(response)
    const health = await fetch(new URL('/health', address))
    return { name: display_name, version: server_version, isReady: health.ok, fields }
  }

  return { extract, describe }
}

function toForm({ documents, takesEarlier = false }: ExtractRequest): FormData {
  const form = new FormData()
  form.append('timeout', String(waitSeconds))
  if (takesEarlier) form.append('use_file_history', 'true')
  for (const { name, content } of documents) {
    const blob = content instanceof Blob ? content : new Blob([Buffer.from(content)])
    form.append('files', blob, name)
  }
  return form
}

async function parseApiInfo(response: Response): Promise<ApiInfo> {
  const { result, error } = (await parseBody(response)) as ToolCallReply
  const text = result?.content?.[0]?.text
  if (response.ok && text !== undefined) return JSON.parse(text) as ApiInfo
  throw new CallRefused(
    response.status,
    error?.message ?? `The server replied with status ${response.status}.`,
  )
}

type ToolCallReply = {
  readonly result?: { readonly content?: readonly { readonly text: string }[] }
  readonly error?: { readonly message: string }
}

type ApiInfo = {
  readonly display_name: string
  readonly server_version: string
  readonly fields: readonly Field[]
}

type ExecutionReply = { readonly status?: string; readonly message?: ResultItem[] | string | null }

const isRunning = ({ status }: ExecutionReply) => status === 'PENDING' || status === 'EXECUTING'

async function parseBody(
  response: Response,
  parseJson: NonNullable<DeploymentSettings['parseJson']> = JSON.parse,
): Promise<unknown> {
  const text = await response.text()
  try {
    return parseJson(text)
  } catch {
    // A proxy answered with a page of its own; the status says what happened.
    return {}
  }
}

function toCallRefused(status: number, body: unknown): CallRefused {
  const { errors, message } = body as { errors?: { detail?: unknown }[]; message?: unknown }
  const details = errors?.map(({ detail }) => String(detail)).join(' ')
  const text = typeof message === 'string' ? message : `The server replied with status ${status}.`
  return new CallRefused(status, details ?? text)
}
