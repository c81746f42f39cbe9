import { omitUndefined } from '@recto/omit-undefined'
import type { Answer, ListSettings, ListType, Question } from '@recto/provider-spec/answer'
import type { LlmRequest } from '@recto/provider-spec/llm'
import type { ModelRows } from '../lists/anchor-rows.ts'
import type { MergedList, OmittedLines } from '../lists/merge-list.ts'
import { estimateTableTokens, type LineWindow } from '../lists/windows.ts'
import { hasFabricatedPlaceholder } from '../values/non-answers.ts'
import type { Instructions } from './assemble-prompt.ts'
import { createOmittedRowsRequest, createRowsRequest } from './list-prompts.ts'
import type { ListWork } from './list-work.ts'
import type { AskModel, CallRecord } from './llm-call.ts'
import { mapConcurrently } from './map-concurrently.ts'
import { readWindow, type WindowRows } from './read-window.ts'
import { createUnreadableReplyError } from './unreadable-reply.ts'

export type ListQuestion = Question & { readonly type: ListType }

type AnswerListInput = {
  readonly work: ListWork
  readonly question: ListQuestion
  readonly instructions: Instructions
  readonly askModel: AskModel
  /** Maximum number of tokens of prompt and reply together; 0 when unknown. */
  readonly contextWindow: number
  /** Maximum number of calls that continue a reply that was cut off. */
  readonly maxContinuations?: number | undefined
}

type ModelListAnswer = Answer & { readonly calls: readonly CallRecord[] }

/** Settings that read the whole document, with columns as the model names them. */
export const wholeDocumentSettings: ListSettings = {
  headers: [],
  startPage: 0,
  endPage: 0,
  isByHeaders: false,
  isCompressed: false,
  pageDelimiter: '<<<',
}

/** Maximum number of rounds that request omitted lines. */
const maxRounds = 5
/** Maximum number of concurrent calls per list. */
const maxConcurrentCalls = 4

/**
 * Reads a list from all pages of a document, window by window. Lines that look like rows but
 * yielded none are requested again, and those still missing are named in the report. Rejects when
 * `askModel` or `work` does, and with an `UnreadableReplyError` when the model never returned a
 * list.
 */
export async function answerList(input: AnswerListInput): Promise<ModelListAnswer> {
  const { question, work } = input
  const settings = question.list ?? wholeDocumentSettings
  const tokens = computeWindowTokens(input, settings)
  const calls: CallRecord[] = []
  const reading: ListReading = {
    ...input,
    settings,
    tokens,
    calls,
    columns: settings.headers,
    windowRows: [],
    unreadWindows: [],
  }
  const windows = await work.listWindows({ settings, tokens })
  await readAll(reading, windows)
  const list = await readOmittedLines(reading)
  const { value, evidence, confidence, report } = list
  return {
    key: question.key,
    value,
    evidence,
    ...omitUndefined({ confidence }),
    report,
    calls,
  }
}

type ListReading = AnswerListInput & {
  readonly settings: ListSettings
  readonly tokens: number
  readonly calls: CallRecord[]
  columns: readonly string[]
  readonly windowRows: ModelRows[]
  readonly unreadWindows: UnreadWindow[]
}

/** Window for which the model returned no list. */
type UnreadWindow = NonNullable<WindowRows['failure']> & {
  readonly number: number
  readonly from: number
  readonly to: number
}

/** Context window that is assumed when the model states none, in tokens. */
const defaultContextWindow = 8000
const maxWindowTokens = 4000
const minWindowTokens = 200
/**
 * Tokens reserved for the list instructions, the text around a prompt, and a last row that
 * continues.
 */
const reservedTokens = 500

/**
 * Returns the number of document tokens per prompt: the reply needs about twice as many tokens as
 * the rows.
 */
function computeWindowTokens(
  { contextWindow, question, instructions }: AnswerListInput,
  { headers }: ListSettings,
) {
  const { preamble, postamble, grammar } = instructions
  const surroundingText = [
    question.prompt,
    preamble,
    postamble,
    JSON.stringify(grammar),
    ...headers,
  ].join('\n')
  const freeTokens =
    (contextWindow > 0 ? contextWindow : defaultContextWindow) -
    reservedTokens -
    estimateTableTokens(surroundingText)
  return Math.max(Math.min(Math.floor(freeTokens / 3), maxWindowTokens), minWindowTokens)
}

/** Reads one window and then a few, until the columns are known, and all others concurrently. */
async function readAll(reading: ListReading, windows: readonly LineWindow[]): Promise<void> {
  const indexedWindows = windows.map((window, index) => ({ window, index }))
  for (let start = 0; start < windows.length; ) {
    const hasColumns = reading.columns.length > 0
    const count = hasColumns ? windows.length : start === 0 ? 1 : maxConcurrentCalls
    const wave = indexedWindows.slice(start, start + count)
    const results = await mapConcurrently(wave, maxConcurrentCalls, ({ window, index }) =>
      readWindowRows(reading, window, index),
    )
    for (const [i, { window, index }] of wave.entries()) {
      addWindowRows(reading, { window, index, result: results[i] })
    }
    start += wave.length
  }
  throwIfNoList(reading)
}

type WindowResult = {
  readonly window: LineWindow
  readonly index: number
  readonly result: WindowRows | undefined
}

function addWindowRows(
  reading: ListReading,
  { window: { from, to }, index, result }: WindowResult,
): void {
  if (!result) return
  reading.windowRows.push({ from, to, rows: result.rows })
  reading.columns = [...new Set([...reading.columns, ...result.columns])]
  if (result.failure) reading.unreadWindows.push({ ...result.failure, number: index + 1, from, to })
}

const unreadListMessages = {
  refused: 'The model refused to answer',
  'no list': 'The model did not return a list of rows for',
  cut: 'The output limit of the model is too low for a row of',
} as const

/**
 * Throws when the model never returned a list. When it returned one for another window, the rows
 * are only incomplete.
 */
function throwIfNoList({ windowRows, unreadWindows, question: { key } }: ListReading): void {
  const [first] = unreadWindows
  if (!first || windowRows.some(({ rows }) => rows.length > 0)) return
  throw createUnreadableReplyError(`${unreadListMessages[first.reason]} “${key}”`, first.reply)
}

function readWindowRows(
  reading: ListReading,
  { text }: LineWindow,
  index: number,
): Promise<WindowRows> {
  return readPart(reading, `rows-${index + 1}`, createRowsRequest(reading, text))
}

function readPart(
  reading: ListReading,
  name: string,
  request: Pick<LlmRequest, 'prompt' | 'schema'>,
): Promise<WindowRows> {
  const { work, columns, question, askModel, calls, maxContinuations } = reading
  return readWindow({
    work,
    maxContinuations,
    columns,
    request,
    step: `${question.key}/${name}`,
    async ask(purpose, step, callRequest) {
      const reply = await askModel({ purpose, step, ...callRequest })
      calls.push({ purpose, step, prompt: callRequest.prompt, reply })
      return reply
    },
  })
}

/**
 * Requests omitted lines until none are left, the totals of the document prove that the list is
 * complete, or a request yields nothing more: the same request again would not either.
 */
async function readOmittedLines(reading: ListReading): Promise<MergedList> {
  let list = await mergeRows(reading)
  for (let round = 1; round <= maxRounds && !isComplete(list); round++) {
    const previousCount = countOmittedLines(list)
    await requestOmittedLines(reading, list.omittedLines, round)
    list = await mergeRows(reading)
    if (countOmittedLines(list) >= previousCount) break
  }
  return list
}

const isComplete = ({ omittedLines, report }: MergedList) =>
  omittedLines.length === 0 ||
  (report.totals.length > 0 && report.totals.every(({ agrees }) => agrees))

const countOmittedLines = ({ omittedLines }: MergedList) =>
  omittedLines.reduce((sum, { lines }) => sum + lines.length, 0)

async function requestOmittedLines(
  reading: ListReading,
  parts: readonly OmittedLines[],
  round: number,
) {
  const [exampleRow] = reading.windowRows.flatMap(({ rows }) => rows.slice(0, 1))
  const example = exampleRow ? JSON.stringify(exampleRow) : ''
  const results = await mapConcurrently([...parts.entries()], maxConcurrentCalls, ([i, { text }]) =>
    readPart(
      reading,
      `left-out-${round}-${i + 1}`,
      createOmittedRowsRequest(reading, text, example),
    ),
  )
  for (const [i, result] of results.entries()) addOmittedRows(reading, parts[i], result)
}

function addOmittedRows(
  { windowRows }: ListReading,
  part: OmittedLines | undefined,
  { rows }: WindowRows,
): void {
  if (!part) return
  const { from, to, lines } = part
  windowRows.push({ from, to, lines, rows })
}

const fabricatedCellsWarning =
  'The model returned placeholders that do not correspond to any value in the document. Their cells are empty.'

const unreadPartMessages = {
  refused: 'The model refused to read',
  'no list': 'The model returned no list for',
  cut: 'The output limit of the model is too low for the rows of',
} as const

function mergeRows({
  work,
  question,
  settings,
  columns,
  windowRows,
  tokens,
  unreadWindows,
  calls,
}: ListReading) {
  const wasReadLater = ({ from, to }: UnreadWindow) =>
    windowRows.some(
      (part) => part.lines && part.rows.length > 0 && part.from < to && part.to > from,
    )
  return work.mergeList({
    settings,
    columns,
    batches: windowRows,
    tokens,
    type: question.type,
    unread: [
      ...unreadWindows
        .filter((window) => !wasReadLater(window))
        .map(
          ({ number, reason }) => `${unreadPartMessages[reason]} part ${number} of the document.`,
        ),
      ...(calls.some(({ reply }) => hasFabricatedPlaceholder(reply.text))
        ? [fabricatedCellsWarning]
        : []),
    ],
  })
}
