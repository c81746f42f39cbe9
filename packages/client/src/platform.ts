import type { ExecutionLog } from '@recto/contract/executions/execution-logs'
import { type DeployedApi, type DeployProjectRequest, deployProject } from './deploy-project.ts'
import { CallRefused } from './deployment.ts'

type PlatformSettings = {
  /** Address of the server, such as `https://recto.example.org/`. */
  readonly server: string
  /** Name of the organization in addresses. */
  readonly organization: string
  /** A platform API key of the organization. */
  readonly key: string
  readonly fetch: typeof globalThis.fetch
}

export type Platform = {
  /** Offers a project as an API. Calling it again reuses what exists. */
  readonly deploy: (request: DeployProjectRequest) => Promise<DeployedApi>
  /** Sends a request to the organization; throws `CallRefused` with the reason if it is refused. */
  readonly send: <Reply>(method: string, path: string, body?: object) => Promise<Reply>
  /** Reads a text that is not JSON, such as a file of lines. */
  readonly readText: (path: string) => Promise<string>
  /** Sends a form with files. */
  readonly upload: <Reply>(path: string, form: FormData) => Promise<Reply>
  /** Streams the log of an execution, oldest entry first. */
  readonly streamLogs: (executionId: string) => AsyncIterable<ExecutionLog>
}

const logsPerPage = 500

/** Opens the API that the pages use, with a key instead of a signed-in person. */
export function openPlatform({ server, organization, key, fetch }: PlatformSettings): Platform {
  const base = new URL(`/api/v1/recto/${encodeURIComponent(organization)}/`, server)

  async function send<Reply>(method: string, path: string, body?: object): Promise<Reply> {
    return readReply(
      await fetch(new URL(path, base), {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: body ? JSON.stringify(body) : null,
      }),
    )
  }
  async function upload<Reply>(path: string, form: FormData): Promise<Reply> {
    const headers = { authorization: `Bearer ${key}` }
    return readReply(await fetch(new URL(path, base), { method: 'POST', headers, body: form }))
  }
  async function readText(path: string): Promise<string> {
    return readBody(
      await fetch(new URL(path, base), { headers: { authorization: `Bearer ${key}` } }),
    )
  }
  async function readReply<Reply>(response: Response): Promise<Reply> {
    const text = await readBody(response)
    return (text === '' ? undefined : JSON.parse(text)) as Reply
  }
  async function* streamLogs(executionId: string): AsyncIterable<ExecutionLog> {
    const id = encodeURIComponent(executionId)
    for (let page = 1; ; page += 1) {
      const query = new URLSearchParams({ page: String(page), page_size: String(logsPerPage) })
      const logPage = await send<LogPage>('GET', `execution/${id}/logs/?${query}`)
      yield* logPage.results
      if (logPage.next === null) return
    }
  }

  const deploy = (request: DeployProjectRequest) => deployProject({ ask: send, server }, request)
  return { deploy, send, readText, upload, streamLogs }
}

async function readBody(response: Response): Promise<string> {
  const text = await response.text()
  if (!response.ok) throw new CallRefused(response.status, parseReason(text, response.status))
  return text
}

function parseReason(text: string, status: number): string {
  try {
    const { errors, message } = JSON.parse(text) as Refusal
    return (
      errors?.map(describeFault).join(' ') ?? message ?? `The server replied with status ${status}.`
    )
  } catch {
    // A proxy answered with a page of its own; the status says what happened.
    return `The server replied with status ${status}.`
  }
}

const describeFault = ({ attr, detail }: Fault): string =>
  attr?.includes('.') ? `${attr}: ${detail}` : detail

type LogPage = { readonly next: string | null; readonly results: readonly ExecutionLog[] }

type Fault = { readonly detail: string; readonly attr?: string | null }

type Refusal = {
  readonly errors?: readonly Fault[]
  readonly message?: string
}
