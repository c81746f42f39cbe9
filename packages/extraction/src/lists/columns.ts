import type { AnchoredRow } from './find-anchors.ts'
import type { RowCell } from './row-units.ts'
import { type Source, type SourceLine, spanOf, type Token } from './source-lines.ts'

/** Horizontal position of a column's values. */
export type ListColumn = {
  readonly name: string
  readonly kind: 'number' | 'date' | 'text'
  readonly left: number
  readonly right: number
}

/** Minimum share of a column's rows that makes a property typical. */
const mostOf = 0.6

/** Returns the columns as the aligned rows show them. */
export function columnsOf(source: Source, rows: readonly AnchoredRow[]): readonly ListColumn[] {
  const places = new Map<string, (Place | undefined)[]>()
  for (const { line: at, cells } of rows) {
    const line = at === undefined ? undefined : source.lines[at]
    if (!line) continue
    for (const cell of cells) {
      const known = places.get(cell.column) ?? []
      known.push(placeOf(source, line, cell))
      places.set(cell.column, known)
    }
  }
  return [...places].flatMap(([name, all]) => columnOf(name, all) ?? [])
}

type Place = { readonly kind: ListColumn['kind']; readonly left: number; readonly right: number }

/** Returns the position of a cell on its row's line, if it occurs there exactly once. */
function placeOf(source: Source, line: SourceLine, { units }: RowCell): Place | undefined {
  const keys = new Set(units.flatMap((unit) => unit.keys))
  const found = line.tokens.filter((token) => token.keys.some((key) => keys.has(key)))
  const [value, ...others] = found.filter(({ kind }) => kind !== 'word')
  if (value && others.length > 0) return undefined
  if (value && units.length <= 2)
    return { kind: value.kind as 'number' | 'date', ...edges(source, line, value) }
  const words = found.filter(({ kind }) => kind === 'word')
  const [first] = words
  if (!first || words.length > units.length) return undefined
  const from = Math.min(...words.map((word) => word.from))
  const to = Math.max(...words.map((word) => word.to))
  return { kind: 'text', ...edges(source, line, { from, to }) }
}

function edges(source: Source, line: SourceLine, part: Pick<Token, 'from' | 'to'>) {
  const [left, right] = spanOf(source, line, part)
  return { left, right }
}

/**
 * Minimum share of rows that show the column: with fewer, the values are not those of the document.
 */
const leastShown = 0.4

function columnOf(name: string, all: readonly (Place | undefined)[]): ListColumn | undefined {
  const places = all.filter((place) => place !== undefined)
  const kind =
    (['date', 'number'] as const).find(
      (one) => places.filter((place) => place.kind === one).length >= places.length * mostOf,
    ) ?? 'text'
  const most = { left: share(places, 'left', 0.5), right: share(places, 'right', 0.5) }
  // A value may be equal to one in another column by chance.
  const own = places.filter(({ left, right }) => left <= most.right && right >= most.left)
  if (own.length === 0 || own.length < all.length * leastShown) return undefined
  return { name, kind, left: share(own, 'left', 0.05), right: share(own, 'right', 0.95) }
}

function share(places: readonly Place[], edge: 'left' | 'right', part: number): number {
  const sorted = places.map((place) => place[edge]).sort((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0
}

/** Returns which columns have values on a line: the lines of rows have what many of them have. */
export function signatureOf(
  source: Source,
  line: SourceLine,
  columns: readonly ListColumn[],
): string {
  const values = line.tokens.filter(({ kind }) => kind !== 'word')
  const spans = values.map((token) => ({ token, span: spanOf(source, line, token) }))
  const names = columns
    .map(({ name, kind, left, right }) => {
      if (kind === 'text') return undefined
      const isThere = spans.some(
        ({ token, span: [from, to] }) => token.kind === kind && from < right && to > left,
      )
      return isThere ? name : undefined
    })
    .filter((value) => value !== undefined)
  return JSON.stringify(names)
}

/** Maximum horizontal deviation, in points. */
const tolerance = 4

/** Counts the text columns at whose left edge words of the line begin. */
export function startsTexts(
  source: Source,
  line: SourceLine,
  columns: readonly ListColumn[],
): number {
  const texts = columns.filter(({ kind }) => kind === 'text')
  const lefts = line.words.map(
    (_, index) => spanOf(source, line, { from: index, to: index + 1 })[0],
  )
  return texts.filter(({ left }) => lefts.some((one) => Math.abs(one - left) <= tolerance)).length
}
