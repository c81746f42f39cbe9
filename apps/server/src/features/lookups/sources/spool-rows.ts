import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { lookupSourceLimits } from '@recto/contract/lookups/lookup-sources'
import { invalid } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { type Content, discardContent } from '../../../platform/files/content.ts'
import { receiveContent } from '../../../platform/files/receive-content.ts'
import { TooManyBytesError } from '../../../platform/files/store-stream.ts'
import type { TableFileRow } from '../upload/read-table-file.ts'

/** Rows that have all arrived. Call `discard` when they are no longer read. */
export type SpooledRows = {
  readonly rows: AsyncIterable<TableFileRow>
  discard(): Promise<void>
}

/** Lines that are written at a time. */
const linesOfChunk = 500

/**
 * Stores the rows of a source until they are read once more. A source may send them slowly, and a transaction that
 * waited for them would hold one of the few connections of the process all that time.
 */
export async function spoolRows(
  { files }: Pick<Context, 'files'>,
  rows: AsyncIterable<TableFileRow>,
): Promise<SpooledRows> {
  const { spooledBytes: maxBytes } = lookupSourceLimits
  try {
    const { content } = await receiveContent(files, toLines(rows), { maxBytes })
    return { rows: readLines(files, content), discard: () => discardContent(files, content) }
  } catch (error) {
    if (!(error instanceof TooManyBytesError)) throw error
    throw invalid('source', `The rows have more than ${maxBytes / 1024 / 1024} MB of text.`)
  }
}

async function* toLines(rows: AsyncIterable<TableFileRow>): AsyncGenerator<Uint8Array> {
  let lines: string[] = []
  for await (const { row, cells } of rows) {
    lines.push(`${JSON.stringify([row, cells])}\n`)
    if (lines.length < linesOfChunk) continue
    yield Buffer.from(lines.join(''))
    lines = []
  }
  yield Buffer.from(lines.join(''))
}

async function* readLines(files: Context['files'], content: Content): AsyncGenerator<TableFileRow> {
  const bytes = 'bytes' in content ? [content.bytes] : await files.read(content.path)
  const lines = createInterface({
    input: Readable.from(bytes),
    crlfDelay: Number.POSITIVE_INFINITY,
  })
  for await (const line of lines) {
    if (line === '') continue
    const [row, cells] = JSON.parse(line) as [number, string[]]
    yield { row, cells }
  }
}
