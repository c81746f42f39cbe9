import type {
  getSplitStatus,
  SplitMode,
  SplitResult,
  splitFile,
} from '@recto/contract/text-service/split'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { CallRefused } from './deployment.ts'
import { fetchWithRetries } from './fetch-with-retries.ts'
import { defaultMaxWaitSeconds, waitForResult } from './wait-limit.ts'

type TextServiceSettings = {
  /** Address of the server, such as `https://recto.example.org/`. */
  readonly server: string
  /** A key of the text service. */
  readonly key: string
  readonly fetch: typeof globalThis.fetch
  /** Maximum number of retries of a call that failed for a transient reason; 4 by default. */
  readonly retries?: number
  /** `split` throws `WaitTimeout`, with the hash of the split, after this time; an hour by default. */
  readonly maxWaitSeconds?: number
}

export type SplitRequest = {
  readonly name: string
  readonly content: Uint8Array | Blob
  /** `automatic` by default. */
  readonly mode?: SplitMode | undefined
  readonly pagesPerPart?: number | undefined
  readonly separatorText?: string | undefined
  readonly classes?: readonly { readonly name: string; readonly description?: string }[] | undefined
}

export type TextServiceClient = {
  /** Splits a file that holds several documents, and waits for its parts. */
  readonly split: (request: SplitRequest) => Promise<SplitResult>
}

const pollSeconds = 0.5

/** Opens the text service for calls from a program. */
export function openTextService({
  server,
  key,
  fetch,
  retries = 4,
  maxWaitSeconds = defaultMaxWaitSeconds,
}: TextServiceSettings): TextServiceClient {
  const sendWithRetries = fetchWithRetries({ fetch, retries })

  async function send<Reply>(path: string, query: Query, init: SendOptions = {}): Promise<Reply> {
    const url = new URL(`api/v2/${path}`, server)
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, value)
    const method = init.body ? 'POST' : 'GET'
    const headers = { 'unstract-key': key }
    const response = await sendWithRetries(url.href, { ...init, method, headers })
    const text = await response.text()
    if (!response.ok) throw new CallRefused(response.status, parseReason(text, response.status))
    return JSON.parse(text) as Reply
  }

  async function split(request: SplitRequest): Promise<SplitResult> {
    const { content } = request
    const blob = content instanceof Blob ? content : new Blob([Buffer.from(content)])
    const { split_hash } = await send<EndpointReply<typeof splitFile>>('split', queryOf(request), {
      body: blob,
    })
    const poll = async (signal: AbortSignal) => {
      const hash = { split_hash }
      const reply = await send<EndpointReply<typeof getSplitStatus>>('split-status', hash, {
        signal,
      })
      if (reply.status === 'error') throw new CallRefused(400, reply.message)
      const isReady = reply.status === 'processed'
      return isReady ? send<SplitResult>('split-retrieve', hash, { signal }) : undefined
    }
    return waitForResult({ id: split_hash, pollSeconds, maxWaitSeconds, poll })
  }

  return { split }
}

type SendOptions = { readonly body?: Blob; readonly signal?: AbortSignal }

type Query = Readonly<Record<string, string | undefined>>

function queryOf({ name, mode, pagesPerPart, separatorText, classes }: SplitRequest): Query {
  return {
    file_name: name,
    mode,
    pages_per_part: pagesPerPart === undefined ? undefined : String(pagesPerPart),
    separator_text: separatorText,
    classes: classes === undefined ? undefined : JSON.stringify(classes),
  }
}

function parseReason(text: string, status: number): string {
  try {
    const { message } = JSON.parse(text) as { readonly message?: string }
    return message ?? `The server replied with status ${status}.`
  } catch {
    // A proxy answered with a page of its own; the status says what happened.
    return `The server replied with status ${status}.`
  }
}
