import type { ListSettings } from '@recto/provider-spec/answer'
import { wordsOf } from '../values/fold.ts'
import { kindsOf } from './kinds-of-lines.ts'
import type { Source, SourceLine } from './source-lines.ts'

/** A part of the document that a model is asked to read rows from. */
export type ListWindow = {
  readonly from: number
  /** The line after the last. */
  readonly to: number
  readonly text: string
}

export type ListRange = {
  readonly from: number
  readonly to: number
  /** Indices into `document.pages`, first and last; `null` where no page is left. */
  readonly pages: readonly [number, number] | null
  /** Whether there were more pages than may be read. */
  readonly isShortened: boolean
}

/** The lines that the settings let a list be read from. */
export function rangeOf(source: Source, settings: ListSettings): ListRange {
  const { startPage, endPage, maxPages = Number.POSITIVE_INFINITY } = settings
  const pages = source.document.pages.map(({ number }) => number)
  const chosen = (number: number) =>
    number + 1 >= startPage && (endPage === 0 || number + 1 <= endPage)
  const allowed = pages.flatMap((number, at) => (chosen(number) ? [at] : []))
  const wanted = settings.isByHeaders ? byHeaders(source, settings.headers, allowed) : allowed
  const [first] = wanted
  const last = wanted.slice(0, maxPages).at(-1)
  if (first === undefined || last === undefined) {
    return { from: 0, to: 0, pages: null, isShortened: false }
  }
  const from = source.lines.findIndex(({ page }) => page >= first)
  const to = source.lines.findLastIndex(({ page }) => page <= last) + 1
  const isShortened = wanted.length > maxPages
  return { from: Math.max(from, 0), to, pages: [first, last], isShortened }
}

/** From the first page on which the headers stand to the last one. */
function byHeaders(source: Source, headers: readonly string[], pages: readonly number[]) {
  const wanted = new Set(headers.flatMap(wordsOf))
  const found = new Map<number, Set<string>>()
  for (const { page, tokens } of source.lines) {
    for (const key of tokens.flatMap(({ keys }) => keys)) {
      const word = key.slice(2)
      if (!key.startsWith('w:') || !wanted.has(word)) continue
      found.set(page, (found.get(page) ?? new Set()).add(word))
    }
  }
  const isThere = (page: number) => (found.get(page)?.size ?? 0) >= wanted.size * 0.7
  const first = pages.findIndex(isThere)
  return first === -1 ? [] : pages.slice(first, pages.findLastIndex(isThere) + 1)
}

/** About how many letters of a table's text are a token; runs of blanks are few tokens. */
const lettersPerToken = 3

export const tokensIn = (text: string): number =>
  Math.ceil(text.replace(/ {2,}/g, '  ').length / lettersPerToken)

/** Lines of rows that the next window repeats, for a row that goes on over its beginning. */
const overlap = 3
const maxOverlapLines = 24
/** A page's end in the last part of a window ends it. */
const pageEndPart = 0.6

/** Cuts the lines into windows of so many tokens, between pages where it can. */
export function windowsOf(
  source: Source,
  { from, to }: Pick<ListRange, 'from' | 'to'>,
  { settings, tokens }: { readonly settings: ListSettings; readonly tokens: number },
): readonly ListWindow[] {
  const costs = source.lines.map(({ text }) => tokensIn(text) + 1)
  const windows: ListWindow[] = []
  for (let start = from; start < to; ) {
    const end = endOf(source, costs, { start, to, tokens })
    windows.push({ from: start, to: end, text: textOf(source, start, end, settings) })
    if (end >= to) break
    start = Math.max(goBack(source, end), start + Math.ceil((end - start) / 2))
  }
  return windows
}

type Cut = { readonly start: number; readonly to: number; readonly tokens: number }

function endOf({ lines }: Source, costs: readonly number[], { start, to, tokens }: Cut): number {
  let sum = 0
  let pageEnd: number | undefined
  for (let at = start; at < to; at++) {
    sum += costs[at] ?? 0
    if (sum > tokens && at > start) return pageEnd ?? at
    const isPageEnd = lines[at + 1]?.page !== lines[at]?.page
    if (isPageEnd && sum >= tokens * pageEndPart) pageEnd = at + 1
  }
  return to
}

/** Where the lines begin that belong to the last rows before a place. */
function goBack(source: Source, end: number): number {
  const { isFurniture, sums } = kindsOf(source)
  let body = 0
  let at = end
  while (body < overlap && at > end - maxOverlapLines && at > 0) {
    at -= 1
    if (!isFurniture[at] && !sums.has(at)) body += 1
  }
  return at
}

/** Some lines as a model is given them. */
export function textOf(
  { lines }: Source,
  from: number,
  to: number,
  { isCompressed, pageDelimiter }: Pick<ListSettings, 'isCompressed' | 'pageDelimiter'>,
): string {
  const written = ({ text }: SourceLine) => (isCompressed ? text.replace(/ {2,}/g, '  ') : text)
  const parts: string[] = []
  for (let at = from; at < to; at++) {
    const line = lines[at]
    if (!line) continue
    const isNewPage = at > from && line.page !== lines[at - 1]?.page
    if (isNewPage) parts.push(pageDelimiter)
    else if (line.isApart && at > from) parts.push('')
    parts.push(written(line))
  }
  return parts.join('\n')
}
