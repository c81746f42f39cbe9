import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import type { Row } from '../lists/row-units.ts'
import { isRefusal } from '../values/refusals.ts'
import { defaultMaxContinuations } from './continue-answer.ts'
import { createContinuationRequest, createCorrectionRequest } from './list-prompts.ts'
import type { ListWork } from './list-work.ts'

type RowsRequest = Pick<LlmRequest, 'prompt' | 'schema'>

export type WindowRows = {
  readonly rows: readonly Row[]
  readonly columns: readonly string[]
  /** Set when the reply contains no rows. */
  readonly failure?: { readonly reply: string; readonly reason: WindowFailureReason }
}

type WindowFailureReason = 'refused' | 'no list' | 'cut'

type WindowReading = {
  readonly work: Pick<ListWork, 'readRows'>
  readonly request: RowsRequest
  readonly columns: readonly string[]
  readonly maxContinuations?: number | undefined
  /** Prefix of the step names of this part's calls. */
  readonly step: string
  readonly ask: (
    purpose: 'answer' | 'continue' | 'normalise',
    step: string,
    request: RowsRequest,
  ) => Promise<LlmReply>
}

/** Reads all rows of one part; the model is asked to continue when its reply was cut off. */
export async function readWindow(reading: WindowReading): Promise<WindowRows> {
  const { request, step, ask } = reading
  const reply = await ask('answer', step, request)
  const parsedReply = await parseReply(reading, reply, reading.columns)
  if (reply.stoppedBy === 'filter') return toFailedWindow(parsedReply, reply, 'refused')
  if (!parsedReply.isUnreadable) return readFurtherRows(reading, parsedReply)
  if (isRefusal(reply.text)) return toFailedWindow(parsedReply, reply, 'refused')
  const correction = createCorrectionRequest(request, reply.text)
  const secondReply = await ask('normalise', `${step}/again`, correction)
  const parsedSecond = await parseReply(reading, secondReply, reading.columns)
  if (secondReply.stoppedBy === 'filter') {
    return toFailedWindow(parsedSecond, secondReply, 'refused')
  }
  return parsedSecond.isUnreadable
    ? toFailedWindow(parsedSecond, secondReply, 'no list')
    : readFurtherRows(reading, parsedSecond)
}

const toFailedWindow = (
  { columns }: WindowRows,
  { text }: Pick<LlmReply, 'text'>,
  reason: WindowFailureReason,
): WindowRows => ({
  rows: [],
  columns,
  failure: { reply: text, reason },
})

type ParsedReply = WindowRows & { readonly isCut: boolean; readonly isUnreadable: boolean }

async function parseReply(
  { work }: WindowReading,
  { text, stoppedBy }: LlmReply,
  columns: readonly string[],
): Promise<ParsedReply> {
  const parsed = await work.readRows({ text, columns })
  const isCut = stoppedBy === 'length' || parsed.isCut
  // A reply that was cut off before its first row may still be a list.
  return { ...parsed, isCut, isUnreadable: parsed.isUnreadable && stoppedBy !== 'length' }
}

async function readFurtherRows(reading: WindowReading, first: ParsedReply): Promise<WindowRows> {
  const { request, step, ask, maxContinuations = defaultMaxContinuations } = reading
  const knownRows = new Set(first.rows.map((row) => JSON.stringify(row)))
  let rows = first.rows
  let { columns, isCut } = first
  for (let round = 1; isCut && round <= maxContinuations; round++) {
    const lastRow = JSON.stringify(rows.at(-1) ?? {})
    // Some models return nothing for an incomplete answer when the request has a schema.
    const continuedRequest = rows.length > 0 ? request : { prompt: request.prompt }
    const continuation = createContinuationRequest(continuedRequest, rows.length, lastRow)
    const reply = await ask('continue', `${step}/continue-${round}`, continuation)
    const parsed = await parseReply(reading, reply, columns)
    const newRows = parsed.rows
      .map((row) => JSON.stringify(row))
      .filter((row) => !knownRows.has(row))
    rows = [...rows, ...parsed.rows]
    columns = parsed.columns
    isCut = parsed.isCut && newRows.length > 0
    for (const row of newRows) knownRows.add(row)
  }
  const isCutWithoutRows = first.isCut && rows.length === 0
  return isCutWithoutRows
    ? toFailedWindow({ rows, columns }, { text: '' }, 'cut')
    : { rows, columns }
}
