import type { ListSettings } from '@recto/provider-spec/answer'
import { wordsOf } from '../values/fold.ts'
import { getLineKinds } from './line-kinds.ts'
import type { Source, SourceLine } from './source-lines.ts'

/** Part of the document from which a model reads rows in one call. */
export type LineWindow = {
  readonly from: number
  /** Index after the last line. */
  readonly to: number
  readonly text: string
}

export type ListRange = {
  readonly from: number
  readonly to: number
  /** Indices of the first and last page in `document.pages`; `null` when no page is left. */
  readonly pages: readonly [number, number] | null
  /** Whether the document has more pages than may be read. */
  readonly isShortened: boolean
}

/** Returns the lines from which the settings allow a list to be read. */
export function findListRange(source: Source, settings: ListSettings): ListRange {
  const { startPage, endPage, maxPages = Number.POSITIVE_INFINITY } = settings
  const pages = source.document.pages.map(({ number }) => number)
  const isChosen = (number: number) =>
    number + 1 >= startPage && (endPage === 0 || number + 1 <= endPage)
  const allowedPages = pages
    .map((number, index) => (isChosen(number) ? index : undefined))
    .filter((value) => value !== undefined)
  const requestedPages = settings.isByHeaders
    ? findPagesWithHeaders(source, settings.headers, allowedPages)
    : allowedPages
  const [first] = requestedPages
  const last = requestedPages.slice(0, maxPages).at(-1)
  if (first === undefined || last === undefined) {
    return { from: 0, to: 0, pages: null, isShortened: false }
  }
  const from = source.lines.findIndex(({ page }) => page >= first)
  const to = source.lines.findLastIndex(({ page }) => page <= last) + 1
  const isShortened = requestedPages.length > maxPages
  return { from: Math.max(from, 0), to, pages: [first, last], isShortened }
}

/** Limits the pages to those from the first to the last page with the headers. */
function findPagesWithHeaders(
  source: Source,
  headers: readonly string[],
  pages: readonly number[],
) {
  const headerWords = new Set(headers.flatMap(wordsOf))
  const wordsByPage = new Map<number, Set<string>>()
  for (const { page, tokens } of source.lines) {
    for (const key of tokens.flatMap(({ keys }) => keys)) {
      const word = key.slice(2)
      if (!key.startsWith('w:') || !headerWords.has(word)) continue
      wordsByPage.set(page, (wordsByPage.get(page) ?? new Set()).add(word))
    }
  }
  const hasHeaders = (page: number) => (wordsByPage.get(page)?.size ?? 0) >= headerWords.size * 0.7
  const first = pages.findIndex(hasHeaders)
  return first === -1 ? [] : pages.slice(first, pages.findLastIndex(hasHeaders) + 1)
}

/**
 * Approximate number of characters per token in the text of a table; runs of spaces are few tokens.
 */
const lettersPerToken = 3

export const estimateTableTokens = (text: string): number =>
  Math.ceil(text.replace(/ {2,}/g, '  ').length / lettersPerToken)

/**
 * Number of rows whose lines the next window repeats, for a row that continues across its
 * beginning.
 */
const overlapRows = 3
const maxOverlapLines = 24
/** Share of a window's tokens from which on a page break ends it. */
const minPageEndShare = 0.6

/**
 * Splits the lines into windows of at most the given number of tokens, at page breaks where
 * possible.
 */
export function splitWindows(
  source: Source,
  { from, to }: Pick<ListRange, 'from' | 'to'>,
  { settings, tokens }: { readonly settings: ListSettings; readonly tokens: number },
): readonly LineWindow[] {
  const costs = source.lines.map(({ text }) => estimateTableTokens(text) + 1)
  const windows: LineWindow[] = []
  for (let start = from; start < to; ) {
    const end = findWindowEnd(source, costs, { start, to, tokens })
    windows.push({ from: start, to: end, text: formatLines(source, start, end, settings) })
    if (end >= to) break
    start = Math.max(findOverlapStart(source, end), start + Math.ceil((end - start) / 2))
  }
  return windows
}

type WindowLimits = { readonly start: number; readonly to: number; readonly tokens: number }

function findWindowEnd(
  { lines }: Source,
  costs: readonly number[],
  { start, to, tokens }: WindowLimits,
): number {
  let sum = 0
  let pageEnd: number | undefined
  for (let index = start; index < to; index++) {
    sum += costs[index] ?? 0
    if (sum > tokens && index > start) return pageEnd ?? index
    const isPageEnd = lines[index + 1]?.page !== lines[index]?.page
    if (isPageEnd && sum >= tokens * minPageEndShare) pageEnd = index + 1
  }
  return to
}

/** Returns the index of the line at which the last rows before `end` begin. */
function findOverlapStart(source: Source, end: number): number {
  const { isFurniture, sums } = getLineKinds(source)
  let body = 0
  let index = end
  while (body < overlapRows && index > end - maxOverlapLines && index > 0) {
    index -= 1
    if (!isFurniture[index] && !sums.has(index)) body += 1
  }
  return index
}

/** Formats some lines for a model. */
export function formatLines(
  { lines }: Source,
  from: number,
  to: number,
  { isCompressed, pageDelimiter }: Pick<ListSettings, 'isCompressed' | 'pageDelimiter'>,
): string {
  const formatLine = ({ text }: SourceLine) => (isCompressed ? text.replace(/ {2,}/g, '  ') : text)
  const parts: string[] = []
  for (let index = from; index < to; index++) {
    const line = lines[index]
    if (!line) continue
    const isNewPage = index > from && line.page !== lines[index - 1]?.page
    if (isNewPage) parts.push(pageDelimiter)
    else if (line.followsBlankLine && index > from) parts.push('')
    parts.push(formatLine(line))
  }
  return parts.join('\n')
}
