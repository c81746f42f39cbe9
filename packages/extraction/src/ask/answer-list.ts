import type { Answer, ListSettings, ListType, Question } from '@recto/provider-spec/answer'
import type { LlmRequest } from '@recto/provider-spec/llm'
import type { GivenRows } from '../lists/find-anchors.ts'
import type { AskedAgain, SettledList } from '../lists/settle-list.ts'
import { type ListWindow, tokensIn } from '../lists/windows.ts'
import { isMadeUp } from '../values/made-up.ts'
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
  /** Tokens of prompt and reply together; 0 when unknown. */
  readonly contextWindow: number
}

type ListAnswer = Answer & { readonly calls: readonly CallRecord[] }

/** The whole document, with columns as the model names them. */
export const wholeDocument: ListSettings = {
  headers: [],
  startPage: 0,
  endPage: 0,
  isByHeaders: false,
  isCompressed: false,
  pageDelimiter: '<<<',
}

/** A list's lines are asked for again so many times at most, and so often without anything coming of it. */
const maxRounds = 5
const maxFruitless = 2
/** Calls of one list under way. */
const atATime = 4

/**
 * Reads a list from all pages of a document, window by window; lines that look like rows and that no
 * row came from are asked for again, and what is missing then is named in the report. Rejects when
 * `askModel` or `work` does, and with an `UnreadableReplyError` when the model never gave a list.
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
    ...{ key: question.key, value, evidence },
    ...(confidence && { confidence }),
    ...{ report, calls },
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

/** A window for which the model gave no list. */
type Unread = NonNullable<WindowRows['unread']> & {
  readonly number: number
  readonly from: number
  readonly to: number
}

/** Of a model that does not say. */
const unknownWindow = 8000
const mostTokens = 4000
const leastTokens = 200
/** Of the instructions on lists and what surrounds a prompt, and of the last row when it goes on. */
const overhead = 500

/** What of the document goes into one prompt: its rows take about twice as much again in the reply. */
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

/** One window and then a few, until the columns are known, and all others side by side. */
async function readAll(reading: Reading, windows: readonly ListWindow[]): Promise<void> {
  const numbered = windows.map((window, at) => ({ window, at }))
  for (let next = 0; next < windows.length; ) {
    const isKnown = reading.columns.length > 0
    const count = isKnown ? windows.length : next === 0 ? 1 : atATime
    const wave = numbered.slice(next, next + count)
    const found = await sideBySide(wave, atATime, ({ window, at }) => readOne(reading, window, at))
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

/** A model that never gave a list has not answered, and one that gave one elsewhere has left out rows. */
function throwIfNothing({ given, unread, question: { key } }: Reading): void {
  const [first] = unread
  if (!first || given.some(({ rows }) => rows.length > 0)) return
  throw unreadableReply(
    `${whyUnread[first.why]} “${key}”${first.why === 'no list' ? ' with a list of rows' : ''}`,
    first.said,
  )
}

const whyUnread = {
  refused: 'The model refused to answer',
  'no list': 'The model did not answer',
  cut: 'The model may not write enough for a row of',
} as const

function readOne(reading: Reading, { text }: ListWindow, at: number): Promise<WindowRows> {
  return readPart(reading, `rows-${at + 1}`, rowsRequest(reading, text))
}

function readPart(
  reading: Reading,
  name: string,
  request: Pick<LlmRequest, 'prompt' | 'schema'>,
): Promise<WindowRows> {
  const { work, columns, question, askModel, calls } = reading
  return readWindow({
    ...{ work, columns, request },
    step: `${question.key}/${name}`,
    async ask(purpose, step, asked) {
      const reply = await askModel({ purpose, step, ...asked })
      calls.push({ purpose, step, prompt: asked.prompt, reply })
      return reply
    },
  })
}

/** Asks for the lines that were left out, until none is or nothing more comes of it. */
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
  const asks = again.map((ask, at) => ({ ask, at }))
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

function settle({ work, question, settings, columns, given, tokens, unread, calls }: Reading) {
  const isRead = ({ from, to }: Unread) =>
    given.some((one) => one.lines && one.rows.length > 0 && one.from < to && one.to > from)
  return work.settleList({
    ...{ settings, columns, given, tokens },
    type: question.type,
    unread: [
      ...unread
        .filter((one) => !isRead(one))
        .map(({ number, why }) => `${whyPartUnread[why]} part ${number} of the document.`),
      ...(calls.some(({ reply }) => isMadeUp(reply.text)) ? [madeUpCells] : []),
    ],
  })
}

const whyPartUnread = {
  refused: 'The model refused to read',
  'no list': 'The model gave no list for',
  cut: 'The model may not write enough for the rows of',
} as const
