import type { DocumentText } from '@recto/document-text/model'
import type {
  Confidence,
  EvidenceTree,
  Json,
  ListReport,
  ListSettings,
  ListType,
} from '@recto/provider-spec/answer'
import { computeConfidence } from '../confidence/compute-confidence.ts'
import { createAlignedScorer } from '../confidence/score-aligned.ts'
import { detectDecimalMark } from '../values/decimal-mark.ts'
import { fold } from '../values/fold.ts'
import { type AlignedRows, alignRows } from './align-rows.ts'
import { type AnchoredRow, anchorRows, type ModelRows } from './anchor-rows.ts'
import { checkTotals } from './check-totals.ts'
import { findColumns } from './columns.ts'
import { findContinuationLines } from './continuation-lines.ts'
import { classifySum, getLineKinds } from './line-kinds.ts'
import { findPartlyReadRows } from './partly-read-rows.ts'
import { countSuspectedRows, findRowLikeLines } from './row-like-lines.ts'
import type { Row } from './row-units.ts'
import { type Source, toSource, wordNumber } from './source-lines.ts'
import { describeWarnings } from './warnings.ts'
import { estimateTableTokens, findListRange, formatLines, type ListRange } from './windows.ts'

export type ListToMerge = {
  readonly settings: ListSettings
  readonly type: ListType
  readonly columns: readonly string[]
  readonly batches: readonly ModelRows[]
  /** Maximum number of tokens per request for omitted lines. */
  readonly tokens: number
  /** Messages for people about pages for which the model returned nothing readable. */
  readonly unread: readonly string[]
}

/** Omitted lines to request again: they look like rows, but no row was read from them. */
export type OmittedLines = {
  readonly from: number
  readonly to: number
  readonly lines: readonly number[]
  readonly text: string
}

export type MergedList = {
  readonly value: Json
  readonly evidence: EvidenceTree
  readonly confidence?: Confidence | undefined
  readonly report: ListReport
  readonly omittedLines: readonly OmittedLines[]
}

const maxMissingRows = 100

/**
 * Merges the model's rows into one list. Each row occurs once and has its positions, and the report
 * compares the rows with the document's lines.
 */
export function mergeList(document: DocumentText, list: ListToMerge): MergedList {
  const source = toSource(document)
  const range = findListRange(source, list.settings)
  const mark = detectDecimalMark(source.lines.map(({ text }) => text).join('\n'))
  const { rows: anchoredRows, duplicateCount } = anchorRows(source, list.batches, mark)
  const rows = anchoredRows.filter((row) => !isNonRow(source, row))
  const rowLike = findRowLikeLines(source, rows, range)
  const alignedRows = alignRows(source, rows, rowLike)
  const unclaimedLines =
    rows.length === 0 ? [] : findUnclaimedLines(source, rowLike, rows, alignedRows)
  const partlyRead = findPartlyReadRows(source, rows, { rowLike, isOwned: alignedRows.isOwned })
  const values = alignedRows.rows.map(({ row }) => row)
  const columns = findColumns(source, rows)
  const counts = {
    rows: rows.length,
    rowLikeLines: rows.length === 0 ? 0 : rowLike.length,
    missingCount: unclaimedLines.length,
    missing: unclaimedLines.slice(0, maxMissingRows).map((index) => toMissingRow(source, index)),
    doubled: duplicateCount,
    renumbered: alignedRows.renumberedCount,
    unsupported: rows.filter(({ line }) => line === undefined).length,
    totals: checkTotals(source, { columns, rows: values, mark, ...range }),
    pages: range.pages && toPageNumbers(document, range.pages),
  }
  const suspectedCount = rows.length === 0 ? countSuspectedRows(source, range) : 0
  const { maxPages } = list.settings
  const readPageCount = range.isShortened ? maxPages : undefined
  const warnings = describeWarnings({
    ...counts,
    suspectedCount,
    readPageCount,
    unread: list.unread,
    partlyReadCount: partlyRead.length,
  })
  const presentedList = presentList(list, alignedRows)
  return {
    ...presentedList,
    confidence: computeConfidence(
      withoutHeaders(presentedList),
      createAlignedScorer(document, 'json'),
    ),
    report: { ...counts, warnings },
    omittedLines: toOmittedLines(
      source,
      [...unclaimedLines, ...partlyRead].sort((a, b) => a - b),
      rowLike,
      list,
    ),
  }
}

function toPageNumbers({ pages }: DocumentText, [first, last]: NonNullable<ListRange['pages']>) {
  return [pages[first]?.number ?? 0, pages[last]?.number ?? 0] as const
}

function toMissingRow({ document, lines }: Source, index: number) {
  const line = lines[index]
  const page = document.pages[line?.page ?? 0]?.number ?? 0
  return { page, text: (line?.text ?? '').replace(/\s+/g, ' ').trim().slice(0, 300) }
}

/** Whether a returned row is not a row, but the column names or a carried-over sum. */
function isNonRow(source: Source, { row, line }: AnchoredRow): boolean {
  if (line !== undefined && getLineKinds(source).sums.has(line)) return true
  const cells = Object.entries(row).filter(([, value]) => value !== null)
  if (classifySum({ text: cells.map(([, value]) => String(value)).join(' ') })) return true
  const echoes = cells.filter(
    ([name, value]) => normalizeText(String(value)) === normalizeText(name),
  )
  return echoes.length * 2 > cells.length
}

const normalizeText = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, '')

/** Minimum share of a line's words that must belong to rows; below it the line is unclaimed. */
const minOwnedShare = 0.5

function findUnclaimedLines(
  source: Source,
  rowLike: readonly number[],
  rows: readonly AnchoredRow[],
  { isOwned }: AlignedRows,
): readonly number[] {
  const anchors = new Set(rows.map(({ line }) => line))
  return rowLike.filter((index) => {
    const line = source.lines[index]
    if (!line || anchors.has(index)) return false
    const ownedCount = line.words.filter(
      (_, word) => isOwned[wordNumber(source, line, word)],
    ).length
    return ownedCount <= line.words.length * minOwnedShare
  })
}

const maxLinesPerRequest = 40

function toOmittedLines(
  source: Source,
  unreadLines: readonly number[],
  rowLike: readonly number[],
  { settings, tokens }: ListToMerge,
): readonly OmittedLines[] {
  const takenLines = new Set(rowLike)
  const excerpts = unreadLines.map((index) => {
    const lines = [index, ...findContinuationLines(source, takenLines, { line: index, step: 1 })]
    const text = lines.map((line) => formatLines(source, line, line + 1, settings)).join('\n')
    return { line: index, text, cost: estimateTableTokens(text) }
  })
  return splitPortions(excerpts, tokens).map((portion) => ({
    from: portion[0]?.line ?? 0,
    to: (portion.at(-1)?.line ?? 0) + 1,
    lines: portion.map(({ line }) => line),
    text: portion.map(({ text }) => text).join('\n'),
  }))
}

type LineExcerpt = { readonly line: number; readonly text: string; readonly cost: number }

function splitPortions(
  excerpts: readonly LineExcerpt[],
  tokens: number,
): readonly (readonly LineExcerpt[])[] {
  const portions: LineExcerpt[][] = []
  let freeTokens = 0
  for (const excerpt of excerpts) {
    const open = portions.at(-1)
    const isFull = !open || open.length >= maxLinesPerRequest || excerpt.cost > freeTokens
    if (isFull) portions.push([excerpt])
    else open.push(excerpt)
    freeTokens = (isFull ? tokens : freeTokens) - excerpt.cost
  }
  return portions
}

type ListValue = Pick<MergedList, 'value' | 'evidence'>

/** Headers are excluded, because they are not values. */
function withoutHeaders({ value, evidence }: ListValue): ListValue {
  const hasHeaders = value !== null && typeof value === 'object' && 'column_headers' in value
  return { value: hasHeaders ? { ...value, column_headers: null } : value, evidence }
}

/** A table has headers and rows; for other lists the rows are the value. */
function presentList({ type, settings, columns }: ListToMerge, { rows }: AlignedRows): ListValue {
  if (rows.length === 0) return { value: null, evidence: null }
  const names = [...new Set([...settings.headers, ...columns])]
  const usedNames = new Set([...settings.headers, ...rows.flatMap(({ row }) => Object.keys(row))])
  const headers = names.filter((name) => usedNames.has(name))
  const toWholeRow = (row: Row) =>
    Object.fromEntries(headers.map((name) => [name, row[name] ?? null]))
  const values = rows.map(({ row }) => toWholeRow(row))
  const evidenceRows = rows.map(({ evidence }) =>
    Object.fromEntries(headers.map((name) => [name, evidence[name] ?? null])),
  )
  return type === 'table'
    ? {
        value: { column_headers: headers, rows: values },
        evidence: { column_headers: null, rows: evidenceRows },
      }
    : { value: values, evidence: evidenceRows }
}
