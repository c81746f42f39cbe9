import type { BatchLine, BatchStore, CannedBatch } from './batch-store.ts'

export type BatchRequest = {
  readonly method: string
  /** Path without the query. */
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** An answer in JSON, or a file of lines. */
export type BatchAnswer = {
  readonly status?: number
  readonly json?: unknown
  readonly lines?: readonly unknown[]
}

export type BatchContext = {
  readonly store: BatchStore
  /** Files of clients, and those with replies, by their ids. */
  readonly files: Map<string, readonly unknown[]>
  /** Names of the files of clients, by their ids. */
  readonly fileNames: Map<string, string>
  /** Answers the lines of the batch by single calls to this path. */
  readonly settle: (
    batch: CannedBatch,
    pathOf: (line: BatchLine) => string,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<void>
}

/** The batch interface of a service; `undefined` for a request that is not of it. */
export type BatchProtocol = (
  request: BatchRequest,
  context: BatchContext,
) => Promise<BatchAnswer | undefined>

export const notFound: BatchAnswer = {
  status: 404,
  json: { error: { message: 'There is no such batch.' } },
}

export const jsonOf = ({ body }: BatchRequest) =>
  (body.length === 0 ? {} : JSON.parse(body.toString())) as Record<string, unknown>

type UploadedFile = { readonly name: string; readonly lines: readonly unknown[] }

/** Reads the uploaded file of lines. */
export async function readUpload({ headers, body }: BatchRequest): Promise<UploadedFile> {
  const type = headers['content-type'] ?? ''
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': type },
  }).formData()
  if (form.get('purpose') !== 'batch') throw new Error('The file has another purpose.')
  const file = form.get('file') as File
  const text = await file.text()
  const lines = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown)
  return { name: file.name, lines }
}
