import { omitUndefined } from '@recto/omit-undefined'
import type { Answer, ListSettings, ListType, Question } from '@recto/provider-spec/answer'
import type { LlmRequest } from '@recto/provider-spec/llm'
import type { GivenRows } from '../lists/find-anchors.ts'
import type { AskedAgain, SettledList } from '../lists/settle-list.ts'
import { type ListWindow, tokensIn } from '../lists/windows.ts'
import { hasFabricatedPlaceholder } from '../values/non-answers.ts'
import type { Instructions } from './assemble-prompt.ts'
import { leftOutRequest, rowsRequest } from './list-prompts.ts'
import type { ListWork } from './list-work.ts'
import type { AskModel, CallRecord } from './llm-call.ts'
import { readWindow, type WindowRows } from './read-window.ts'
import { sideBySide } from './side-by-side.ts'
import { unreadableReply } from './unreadable-reply.ts'

export type ListQuestion = Question & { readonly type: ListType }

type ListInput = {
  readonly work: ListWork
  readonly question: ListQuestion
  readonly instructions: Instructions
  readonly askModel: AskModel
  /** Maximum number of tokens of prompt and reply together; 0 when unknown. */
  readonly contextWindow: number
}

type ListAnswer = Answer & { readonly calls: readonly CallRecord[] }

/** Settings that read the whole document, with columns as the model names them. */
export const wholeDocument: ListSettings = {
  headers: [],
  startPage: 0,
  endPage: 0,
  isByHeaders: false,
  isCompressed: false,
  pageDelimiter: '<<<',
}

/**
 * Maximum number of requests for omitted lines, and of such requests in a row that yield nothing.
 */
const maxRounds = 5
const maxFruitless = 2
/** Maximum number of concurrent calls per list. */
const atATime = 4

/**
 * Reads a list from all pages of a document, window by window. Lines that look like rows but
 * yielded none are requested again, and those still missing are named in the report. Rejects when
 * `askModel` or `work` does, and with an `UnreadableReplyError` when the model never returned a
 * list.
 */
export async function answerList(input: ListInput): Promise<ListAnswer> {
  const { question, work } = input
  const settings = question.list ?? wholeDocument
  const tokens = windowTokens(input, settings)
  const calls: CallRecord[] = []
  const reading: Reading = {
    ...input,
    settings,
    tokens,
    calls,
    columns: settings.headers,
    given: [],
    unread: [],
  }
  const windows = await work.listWindows({ settings, tokens })
  await readAll(reading, windows)
  const settled = await readLeftOut(reading)
  const { value, evidence, confidence, report } = settled
  return {
    key: question.key,
    value,
    evidence,
    ...omitUndefined({ confidence }),
    report,
    calls,
  }
}

type Reading = ListInput & {
  readonly settings: ListSettings
  readonly tokens: number
  readonly calls: CallRecord[]
  columns: readonly string[]
  readonly given: GivenRows[]
  readonly unread: Unread[]
}

/** Window for which the model returned no list. */
type Unread = NonNullable<WindowRows['unread']> & {
  readonly number: number
  readonly from: number
  readonly to: number
}

/** Context window that is assumed when the model states none, in tokens. */
const unknownWindow = 8000
const mostTokens = 4000
const leastTokens = 200
/**
 * Tokens reserved for the list instructions, the text around a prompt, and a last row that
 * continues.
 */
const overhead = 500

/**
 * Returns the number of document tokens per prompt: the reply needs about twice as many tokens as
 * the rows.
 */
function windowTokens(
  { contextWindow, question, instructions }: ListInput,
  { headers }: ListSettings,
) {
  const { preamble, postamble, grammar } = instructions
  const words = [question.prompt, preamble, postamble, JSON.stringify(grammar), ...headers].join(
    '\n',
  )
  const free = (contextWindow > 0 ? contextWindow : unknownWindow) - overhead - tokensIn(words)
  return Math.max(Math.min(Math.floor(free / 3), mostTokens), leastTokens)
}

/** Reads one window and then a few, until the columns are known, and all others concurrently. */
async function readAll(reading: Reading, windows: readonly ListWindow[]): Promise<void> {
  const numbered = windows.map((window, index) => ({ window, at: index }))
  for (let next = 0; next < windows.length; ) {
    const isKnown = reading.columns.length > 0
    const count = isKnown ? windows.length : next === 0 ? 1 : atATime
    const wave = numbered.slice(next, next + count)
    const found = await sideBySide(wave, atATime, ({ window, at: index }) =>
      readOne(reading, window, index),
    )
    for (const [i, { window, at }] of wave.entries()) keep(reading, { window, at, read: found[i] })
    next += wave.length
  }
  throwIfNothing(reading)
}

type ReadOne = {
  readonly window: ListWindow
  readonly at: number
  readonly read: WindowRows | undefined
}

function keep(reading: Reading, { window: { from, to }, at, read }: ReadOne): void {
  if (!read) return
  reading.given.push({ from, to, rows: read.rows })
  reading.columns = [...new Set([...reading.columns, ...read.columns])]
  if (read.unread) reading.unread.push({ ...read.unread, number: at + 1, from, to })
}

const whyUnread = {
  refused: 'The model refused to answer',
  'no list': 'The model did not answer',
  cut: 'The model may not write enough for a row of',
} as const

/**
 * Throws when the model never returned a list. When it returned one for another window, the rows
 * are only incomplete.
 */
function throwIfNothing({ given, unread, question: { key } }: Reading): void {
  const [first] = unread
  if (!first || given.some(({ rows }) => rows.length > 0)) return
  throw unreadableReply(
    `${whyUnread[first.why]} “${key}”${first.why === 'no list' ? ' with a list of rows' : ''}`,
    first.said,
  )
}

function readOne(reading: Reading, { text }: ListWindow, index: number): Promise<WindowRows> {
  return readPart(reading, `rows-${index + 1}`, rowsRequest(reading, text))
}

function readPart(
  reading: Reading,
  name: string,
  request: Pick<LlmRequest, 'prompt' | 'schema'>,
): Promise<WindowRows> {
  const { work, columns, question, askModel, calls } = reading
  return readWindow({
    work,
    columns,
    request,
    step: `${question.key}/${name}`,
    async ask(purpose, step, asked) {
      const reply = await askModel({ purpose, step, ...asked })
      calls.push({ purpose, step, prompt: asked.prompt, reply })
      return reply
    },
  })
}

/** Requests omitted lines until none are left or requests yield nothing more. */
async function readLeftOut(reading: Reading): Promise<SettledList> {
  let settled = await settle(reading)
  let fruitless = 0
  for (let round = 1; round <= maxRounds && fruitless < maxFruitless; round++) {
    if (settled.again.length === 0) break
    const before = linesOf(settled)
    await askAgain(reading, settled.again, round)
    settled = await settle(reading)
    fruitless = linesOf(settled) < before ? 0 : fruitless + 1
  }
  return settled
}

const linesOf = ({ again }: SettledList) => again.reduce((sum, { lines }) => sum + lines.length, 0)

async function askAgain(reading: Reading, again: readonly AskedAgain[], round: number) {
  const [example] = reading.given.flatMap(({ rows }) => rows.slice(0, 1))
  const shown = example ? JSON.stringify(example) : ''
  const asks = again.map((ask, index) => ({ ask, at: index }))
  const rows = await sideBySide(asks, atATime, ({ ask, at }) =>
    readPart(reading, `left-out-${round}-${at + 1}`, leftOutRequest(reading, ask.text, shown)),
  )
  for (const [i, one] of rows.entries()) add(reading, asks[i]?.ask, one)
}

function add({ given }: Reading, ask: AskedAgain | undefined, { rows }: WindowRows): void {
  if (!ask) return
  const { from, to, lines } = ask
  given.push({ from, to, lines, rows })
}

const madeUpCells =
  'The model made up placeholders that stand for no value of the document; their cells are empty.'

const whyPartUnread = {
  refused: 'The model refused to read',
  'no list': 'The model gave no list for',
  cut: 'The model may not write enough for the rows of',
} as const

function settle({ work, question, settings, columns, given, tokens, unread, calls }: Reading) {
  const isRead = ({ from, to }: Unread) =>
    given.some((one) => one.lines && one.rows.length > 0 && one.from < to && one.to > from)
  return work.settleList({
    settings,
    columns,
    given,
    tokens,
    type: question.type,
    unread: [
      ...unread
        .filter((one) => !isRead(one))
        .map(({ number, why }) => `${whyPartUnread[why]} part ${number} of the document.`),
      ...(calls.some(({ reply }) => hasFabricatedPlaceholder(reply.text)) ? [madeUpCells] : []),
    ],
  })
}
