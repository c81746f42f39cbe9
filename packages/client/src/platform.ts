import type { ExecutionLog } from '@recto/contract/execution-logs'
import { type DeployedApi, type Deploying, deployProject } from './deploy-project.ts'
import { CallRefused } from './deployment.ts'

type Options = {
  /** Such as `https://recto.example.org/`. */
  readonly server: string
  /** Its name in addresses. */
  readonly organization: string
  /** A platform API key of the organization. */
  readonly key: string
  readonly fetch: typeof globalThis.fetch
}

export type Platform = {
  /** Offers a project as an API. Called again it uses what is there already. */
  readonly deploy: (wanted: Deploying) => Promise<DeployedApi>
  /** What an execution said, oldest first. */
  readonly logsOf: (executionId: string) => AsyncIterable<ExecutionLog>
}

const logsAPage = 500

/** What a browser can do, with a key in place of a person who signs in. */
export function openPlatform({ server, organization, key, fetch }: Options): Platform {
  const base = new URL(`/api/v1/recto/${encodeURIComponent(organization)}/`, server)

  async function ask<Reply>(method: string, path: string, body?: object): Promise<Reply> {
    const response = await fetch(new URL(path, base), {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new CallRefused(response.status, reasonIn(text, response.status))
    return (text === '' ? undefined : JSON.parse(text)) as Reply
  }
  async function* logsOf(executionId: string): AsyncIterable<ExecutionLog> {
    const id = encodeURIComponent(executionId)
    for (let page = 1; ; page += 1) {
      const query = new URLSearchParams({ page: String(page), page_size: String(logsAPage) })
      const found = await ask<LogPage>('GET', `execution/${id}/logs/?${query}`)
      yield* found.results
      if (found.next === null) return
    }
  }

  const deploy = (wanted: Deploying) => deployProject({ ask, server }, wanted)
  return { deploy, logsOf }
}

function reasonIn(text: string, status: number): string {
  try {
    const { errors, message } = JSON.parse(text) as Refusal
    return errors?.map(({ detail }) => detail).join(' ') ?? message ?? `Status ${status}.`
  } catch {
    // A proxy's page: the status says what happened.
    return `Status ${status}.`
  }
}

type LogPage = { readonly next: string | null; readonly results: readonly ExecutionLog[] }

type Refusal = {
  readonly errors?: readonly { readonly detail: string }[]
  readonly message?: string
}
