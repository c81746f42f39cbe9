import type { DocumentText } from '@recto/document-text/model'
import type {
  Confidence,
  EvidenceTree,
  Json,
  ListReport,
  ListSettings,
  ListType,
} from '@recto/provider-spec/answer'
import { confidenceOf } from '../confidence/confidence-of.ts'
import { judgeAligned } from '../confidence/judge-aligned.ts'
import { fold } from '../values/fold.ts'
import { detectDecimalMark } from '../values/parse-number.ts'
import { type Aligned, alignRows } from './align-rows.ts'
import { checkTotals } from './check-totals.ts'
import { columnsOf } from './columns.ts'
import { type AnchoredRow, findAnchors, type GivenRows } from './find-anchors.ts'
import { halfReadRows } from './half-read.ts'
import { kindsOf, sumOf } from './kinds-of-lines.ts'
import { linesFrom } from './lines-of-row.ts'
import { rowLikeLines, suspectedRows } from './row-like-lines.ts'
import type { Row } from './row-units.ts'
import { type Source, sourceOf, wordNumber } from './source-lines.ts'
import { warningsOf } from './warnings.ts'
import { type ListRange, rangeOf, textOf, tokensIn } from './windows.ts'

export type GivenList = {
  readonly settings: ListSettings
  readonly type: ListType
  readonly columns: readonly string[]
  readonly given: readonly GivenRows[]
  /** Maximum number of tokens per request for omitted lines. */
  readonly tokens: number
  /** Messages for people about pages for which the model returned nothing readable. */
  readonly unread: readonly string[]
}

/** Omitted lines to request again: they look like rows, but no row was read from them. */
export type AskedAgain = {
  readonly from: number
  readonly to: number
  readonly lines: readonly number[]
  readonly text: string
}

export type SettledList = {
  readonly value: Json
  readonly evidence: EvidenceTree
  readonly confidence?: Confidence | undefined
  readonly report: ListReport
  readonly again: readonly AskedAgain[]
}

const maxNamed = 100

/**
 * Merges the model's rows: each row once, with its positions, compared with the document's lines.
 */
export function settleList(document: DocumentText, list: GivenList): SettledList {
  const source = sourceOf(document)
  const range = rangeOf(source, list.settings)
  const mark = detectDecimalMark(source.lines.map(({ text }) => text).join('\n'))
  const { rows: anchored, doubled } = findAnchors(source, list.given, mark)
  const rows = anchored.filter((row) => !isNoRow(source, row))
  const rowLike = rowLikeLines(source, rows, range)
  const aligned = alignRows(source, rows, rowLike)
  const unclaimed = rows.length === 0 ? [] : unclaimedOf(source, rowLike, rows, aligned)
  const halfRead = halfReadRows(source, rows, { rowLike, isOwned: aligned.isOwned })
  const values = aligned.rows.map(({ row }) => row)
  const columns = columnsOf(source, rows)
  const counted = {
    rows: rows.length,
    rowLikeLines: rows.length === 0 ? 0 : rowLike.length,
    missingCount: unclaimed.length,
    missing: unclaimed.slice(0, maxNamed).map((index) => missingRow(source, index)),
    doubled,
    renumbered: aligned.renumbered,
    unsupported: rows.filter(({ line }) => line === undefined).length,
    totals: checkTotals(source, { columns, rows: values, mark, ...range }),
    pages: range.pages && pageNumbers(document, range.pages),
  }
  const suspected = rows.length === 0 ? suspectedRows(source, range) : 0
  const { maxPages } = list.settings
  const shortened = range.isShortened ? maxPages : undefined
  const warnings = warningsOf({
    ...counted,
    suspected,
    shortened,
    unread: list.unread,
    halfRead: halfRead.length,
  })
  const presentedList = presented(list, aligned)
  return {
    ...presentedList,
    confidence: confidenceOf(judgedPart(presentedList), judgeAligned(document, 'json')),
    report: { ...counted, warnings },
    again: asksOf(
      source,
      [...unclaimed, ...halfRead].sort((a, b) => a - b),
      rowLike,
      list,
    ),
  }
}

function pageNumbers({ pages }: DocumentText, [first, last]: NonNullable<ListRange['pages']>) {
  return [pages[first]?.number ?? 0, pages[last]?.number ?? 0] as const
}

function missingRow({ document, lines }: Source, index: number) {
  const line = lines[index]
  const page = document.pages[line?.page ?? 0]?.number ?? 0
  return { page, text: (line?.text ?? '').replace(/\s+/g, ' ').trim().slice(0, 300) }
}

/** Whether a returned row is not a row, but the column names or a carried-over sum. */
function isNoRow(source: Source, { row, line }: AnchoredRow): boolean {
  if (line !== undefined && kindsOf(source).sums.has(line)) return true
  const cells = Object.entries(row).filter(([, value]) => value !== null)
  if (sumOf({ text: cells.map(([, value]) => String(value)).join(' ') })) return true
  const echoes = cells.filter(([name, value]) => plain(String(value)) === plain(name))
  return echoes.length * 2 > cells.length
}

const plain = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '')

/** Minimum share of a line's words that rows must own for the line to be theirs. */
const partOwned = 0.5

function unclaimedOf(
  source: Source,
  rowLike: readonly number[],
  rows: readonly AnchoredRow[],
  { isOwned }: Aligned,
): readonly number[] {
  const anchors = new Set(rows.map(({ line }) => line))
  return rowLike.filter((index) => {
    const line = source.lines[index]
    if (!line || anchors.has(index)) return false
    const owned = line.words.filter((_, word) => isOwned[wordNumber(source, line, word)]).length
    return owned <= line.words.length * partOwned
  })
}

const maxLinesAsked = 40

function asksOf(
  source: Source,
  unclaimed: readonly number[],
  rowLike: readonly number[],
  { settings, tokens }: GivenList,
): readonly AskedAgain[] {
  const taken = new Set(rowLike)
  const shown = unclaimed.map((index) => {
    const lines = [index, ...linesFrom(source, taken, { line: index, step: 1 })]
    const text = lines.map((line) => textOf(source, line, line + 1, settings)).join('\n')
    return { at: index, text, cost: tokensIn(text) }
  })
  return portionsOf(shown, tokens).map((portion) => ({
    from: portion[0]?.at ?? 0,
    to: (portion.at(-1)?.at ?? 0) + 1,
    lines: portion.map(({ at }) => at),
    text: portion.map(({ text }) => text).join('\n'),
  }))
}

type Shown = { readonly at: number; readonly text: string; readonly cost: number }

function portionsOf(shown: readonly Shown[], tokens: number): readonly (readonly Shown[])[] {
  const portions: Shown[][] = []
  let free = 0
  for (const one of shown) {
    const open = portions.at(-1)
    const isFull = !open || open.length >= maxLinesAsked || one.cost > free
    if (isFull) portions.push([one])
    else open.push(one)
    free = (isFull ? tokens : free) - one.cost
  }
  return portions
}

type Presented = Pick<SettledList, 'value' | 'evidence'>

/** Headers are excluded, because they are not values. */
function judgedPart({ value, evidence }: Presented): Presented {
  const hasHeaders = value !== null && typeof value === 'object' && 'column_headers' in value
  return { value: hasHeaders ? { ...value, column_headers: null } : value, evidence }
}

/** A table has headers and rows; for other lists the rows are the value. */
function presented({ type, settings, columns }: GivenList, { rows }: Aligned): Presented {
  if (rows.length === 0) return { value: null, evidence: null }
  const names = [...new Set([...settings.headers, ...columns])]
  const used = new Set([...settings.headers, ...rows.flatMap(({ row }) => Object.keys(row))])
  const headers = names.filter((name) => used.has(name))
  const whole = (row: Row) => Object.fromEntries(headers.map((name) => [name, row[name] ?? null]))
  const values = rows.map(({ row }) => whole(row))
  const places = rows.map(({ evidence }) =>
    Object.fromEntries(headers.map((name) => [name, evidence[name] ?? null])),
  )
  return type === 'table'
    ? {
        value: { column_headers: headers, rows: values },
        evidence: { column_headers: null, rows: places },
      }
    : { value: values, evidence: places }
}
