import type { ValuesJob } from '@recto/contract/text-service/extract-by-schema'
import type {
  getSplitStatus,
  SplitMode,
  SplitResult,
  splitFile,
} from '@recto/contract/text-service/split'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { CallRefused } from './deployment.ts'
import { fetchWithRetries } from './fetch-with-retries.ts'
import { type TypedSchema, type TypedValue, toTypedValue } from './typed-value.ts'
import { defaultMaxWaitSeconds, waitForResult } from './wait-limit.ts'

type TextServiceSettings = {
  /** Address of the server, such as `https://recto.example.org/`. */
  readonly server: string
  /** A key of the text service. */
  readonly key: string
  readonly fetch: typeof globalThis.fetch
  /** Maximum number of retries of a call that failed for a transient reason; 4 by default. */
  readonly retries?: number
  /** `split` and `extract` throw `WaitTimeout`, with the id of the work, after this time; an hour by default. */
  readonly maxWaitSeconds?: number
}

type File = { readonly name: string; readonly content: Uint8Array | Blob }

export type SplitRequest = File & {
  /** `automatic` by default. */
  readonly mode?: SplitMode | undefined
  readonly pagesPerPart?: number | undefined
  readonly separatorText?: string | undefined
  readonly classes?: readonly { readonly name: string; readonly description?: string }[] | undefined
}

type ExtractOptions = {
  /** Name of a language model that is shared with the organization; the built-in extractor by default. */
  readonly model?: string | undefined
  /** Repeating a request with the same key reads and pays the document once; a new one for each call by default. */
  readonly idempotencyKey?: string | undefined
}

export type TextServiceClient = {
  /** Splits a file that holds several documents, and waits for its parts. */
  readonly split: (request: SplitRequest) => Promise<SplitResult>
  /**
   * Extracts the value that a schema of zod describes, and waits for it. Throws `ValueDoesNotFit` if the document does
   * not say all that the schema requires.
   */
  readonly extract: <Value>(
    file: File,
    schema: TypedSchema<Value>,
    options?: ExtractOptions,
  ) => Promise<TypedValue<Value>>
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

  async function send<Reply>(path: string, options: SendOptions = {}): Promise<Reply> {
    const { headers, body, signal } = options
    const response = await sendWithRetries(addressOf(server, path, options), {
      method: body ? 'POST' : 'GET',
      headers: { 'unstract-key': key, ...headers },
      body: body ?? null,
      signal: signal ?? null,
    })
    const text = await response.text()
    if (!response.ok) throw new CallRefused(response.status, parseReason(text, response.status))
    return JSON.parse(text) as Reply
  }

  async function split(request: SplitRequest): Promise<SplitResult> {
    const { split_hash } = await send<EndpointReply<typeof splitFile>>('split', {
      query: queryOf(request),
      body: toBlob(request),
    })
    const poll = async (signal: AbortSignal) => {
      const query = { split_hash }
      const statusReply = await send<EndpointReply<typeof getSplitStatus>>('split-status', {
        query,
        signal,
      })
      if (statusReply.status === 'error') throw new CallRefused(400, statusReply.message)
      const isReady = statusReply.status === 'processed'
      return isReady ? send<SplitResult>('split-retrieve', { query, signal }) : undefined
    }
    return waitForResult({ id: split_hash, pollSeconds, maxWaitSeconds, poll })
  }

  async function extract<Value>(
    file: File,
    schema: TypedSchema<Value>,
    { model, idempotencyKey = crypto.randomUUID() }: ExtractOptions = {},
  ): Promise<TypedValue<Value>> {
    const body = new FormData()
    // What is optional may then be missing, and defaults are filled in here.
    body.append('schema', JSON.stringify(schema.toJSONSchema({ io: 'input' })))
    if (model !== undefined) body.append('model', model)
    body.append('file', toBlob(file), file.name)
    const headers = { 'idempotency-key': idempotencyKey }
    const { job_id: id, ...reply } = await send<ValuesJob>('extract-by-schema', { headers, body })
    if (reply.result) return toTypedValue(schema, reply.result)
    const poll = async (signal: AbortSignal) => {
      const job = await send<ValuesJob>(`extract-by-schema/${id}`, { signal })
      if (job.status === 'error') throw new CallRefused(422, job.message)
      return job.result ?? undefined
    }
    const result = await waitForResult({ id, pollSeconds, maxWaitSeconds, poll })
    return toTypedValue(schema, result)
  }

  return { split, extract }
}

type SendOptions = {
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Blob | FormData
  readonly signal?: AbortSignal
}

function addressOf(server: string, path: string, { query = {} }: SendOptions): string {
  const url = new URL(`api/v2/${path}`, server)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

const toBlob = ({ content }: File): Blob =>
  content instanceof Blob ? content : new Blob([Buffer.from(content)])

function queryOf({ name, mode, pagesPerPart, separatorText, classes }: SplitRequest) {
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
    const { message, errors } = JSON.parse(text) as RefusalBody
    const details = errors?.map(({ attr, detail }) => (attr ? `${attr}: ${detail}` : detail))
    return message ?? details?.join(' ') ?? `The server replied with status ${status}.`
  } catch {
    // A proxy answered with a page of its own; the status says what happened.
    return `The server replied with status ${status}.`
  }
}

type RefusalBody = {
  readonly message?: string
  readonly errors?: readonly { readonly attr: string | null; readonly detail: string }[]
}
