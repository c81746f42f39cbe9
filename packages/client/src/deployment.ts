import type { DeploymentRunReply, ResultItem } from '@recto/contract/deployment-runs'

type Options = {
  /** Where it is, such as `https://recto.example.org/deployment/api/acme/invoices/`. */
  readonly address: string
  readonly key: string
  readonly fetch: typeof globalThis.fetch
  /** For how often a call is sent again that the server could not take in; 4 unless stated. */
  readonly retries?: number
}

type Document = { readonly name: string; readonly content: Uint8Array }

type Sending = {
  readonly documents: readonly Document[]
  /** The same request sent again under it makes no second execution. */
  readonly idempotencyKey?: string
}

type Deployment = {
  /** Sends documents and waits until their values are there. */
  readonly extract: (sending: Sending) => Promise<ResultItem[]>
}

/** The server said no: its status, and in its own words why. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const waitSeconds = 60
const isPassing = (status: number) => [429, 502, 503, 504, 507].includes(status)

/** A deployment, as a program calls it. */
export function openDeployment({ address, key, fetch, retries = 4 }: Options): Deployment {
  const headers = { authorization: `Bearer ${key}` }

  /** What is refused for the moment is asked for again, later each time. */
  async function ask(url: string, init: RequestInit): Promise<Response> {
    for (let attempt = 0; ; attempt += 1) {
      const isLast = attempt >= retries
      const response = await fetch(url, init).catch((error: unknown) => {
        if (isLast) throw error
      })
      if (response && (isLast || !isPassing(response.status))) return response
      const said = Number(response?.headers.get('retry-after'))
      await response?.body?.cancel()
      await pause(said > 0 ? said : 0.5 * 2 ** attempt)
    }
  }

  async function extract({ documents, idempotencyKey }: Sending): Promise<ResultItem[]> {
    const form = new FormData()
    form.append('timeout', String(waitSeconds))
    for (const { name, content } of documents) {
      form.append('files', new Blob([Buffer.from(content)]), name)
    }
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

  return { extract }
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

const pause = (seconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, seconds * 1000))
