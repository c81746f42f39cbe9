import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import type { Row } from '../lists/row-units.ts'
import { maxContinuations } from './go-on.ts'
import { furtherRows, listComplaint } from './list-prompts.ts'
import type { ListWork } from './list-work.ts'

type Request = Pick<LlmRequest, 'prompt' | 'schema'>

export type WindowRows = {
  readonly rows: readonly Row[]
  readonly columns: readonly string[]
  /** Reply that contains no rows. */
  readonly unread?: { readonly said: string; readonly why: Unreadable }
}

type Unreadable = 'refused' | 'no list' | 'cut'

type Asking = {
  readonly work: Pick<ListWork, 'readRows'>
  readonly request: Request
  readonly columns: readonly string[]
  /** Prefix of the step names of this part's calls. */
  readonly step: string
  readonly ask: (
    purpose: 'answer' | 'continue' | 'normalise',
    step: string,
    request: Request,
  ) => Promise<LlmReply>
}

/** Reads all rows of one part; the model is asked to continue when its reply was cut off. */
export async function readWindow(asking: Asking): Promise<WindowRows> {
  const { request, step, ask } = asking
  const reply = await ask('answer', step, request)
  const read = await readReply(asking, reply, asking.columns)
  if (reply.stoppedBy === 'filter') return unread(read, reply, 'refused')
  if (!read.isUnreadable) return goOn(asking, read)
  const again = await ask('normalise', `${step}/again`, listComplaint(request, reply.text))
  const second = await readReply(asking, again, asking.columns)
  if (again.stoppedBy === 'filter') return unread(second, again, 'refused')
  return second.isUnreadable ? unread(second, again, 'no list') : goOn(asking, second)
}

const unread = (
  { columns }: WindowRows,
  { text }: Pick<LlmReply, 'text'>,
  why: Unreadable,
): WindowRows => ({
  rows: [],
  columns,
  unread: { said: text, why },
})

type Read = WindowRows & { readonly isCut: boolean; readonly isUnreadable: boolean }

async function readReply(
  { work }: Asking,
  { text, stoppedBy }: LlmReply,
  columns: readonly string[],
): Promise<Read> {
  const read = await work.readRows({ text, columns })
  const isCut = stoppedBy === 'length' || read.isCut
  // A reply that was cut off before its first row may still be a list.
  return { ...read, isCut, isUnreadable: read.isUnreadable && stoppedBy !== 'length' }
}

async function goOn(asking: Asking, first: Read): Promise<WindowRows> {
  const { request, step, ask } = asking
  const known = new Set(first.rows.map((row) => JSON.stringify(row)))
  let rows = first.rows
  let { columns, isCut } = first
  for (let time = 1; isCut && time <= maxContinuations; time++) {
    const last = JSON.stringify(rows.at(-1) ?? {})
    // With a schema, some models return nothing when the answer is incomplete.
    const asked = rows.length > 0 ? request : { prompt: request.prompt }
    const more = furtherRows(asked, rows.length, last)
    const reply = await ask('continue', `${step}/continue-${time}`, more)
    const read = await readReply(asking, reply, columns)
    const fresh = read.rows.map((row) => JSON.stringify(row)).filter((row) => !known.has(row))
    rows = [...rows, ...read.rows]
    columns = read.columns
    isCut = read.isCut && fresh.length > 0
    for (const row of fresh) known.add(row)
  }
  const isNothing = first.isCut && rows.length === 0
  return isNothing ? unread({ rows, columns }, { text: '' }, 'cut') : { rows, columns }
}
