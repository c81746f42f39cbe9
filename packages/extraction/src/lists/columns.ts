import type { AnchoredRow } from './find-anchors.ts'
import type { RowCell } from './row-units.ts'
import { type Source, type SourceLine, spanOf, type Token } from './source-lines.ts'

/** Where the values of a column stand on their lines. */
export type ListColumn = {
  readonly name: string
  readonly kind: 'number' | 'date' | 'text'
  readonly left: number
  readonly right: number
}

/** Of the rows of a column, to say what is usual in it. */
const mostOf = 0.6

/** The columns as the rows that were found show them. */
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

/** Where a cell stands on its row's line, if it stands there once. */
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

/** Less of its rows show nothing but chance: the values are not those of the document. */
const leastShown = 0.4

function columnOf(name: string, all: readonly (Place | undefined)[]): ListColumn | undefined {
  const places = all.filter((place) => place !== undefined)
  const kind =
    (['date', 'number'] as const).find(
      (one) => places.filter((place) => place.kind === one).length >= places.length * mostOf,
    ) ?? 'text'
  const most = { left: share(places, 'left', 0.5), right: share(places, 'right', 0.5) }
  // A value may by chance be that of another column.
  const own = places.filter(({ left, right }) => left <= most.right && right >= most.left)
  if (own.length === 0 || own.length < all.length * leastShown) return undefined
  return { name, kind, left: share(own, 'left', 0.05), right: share(own, 'right', 0.95) }
}

function share(places: readonly Place[], edge: 'left' | 'right', part: number): number {
  const sorted = places.map((place) => place[edge]).sort((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0
}

/** What a line has of the columns: lines of rows have what many of them have. */
export function signatureOf(
  source: Source,
  line: SourceLine,
  columns: readonly ListColumn[],
): string {
  const values = line.tokens.filter(({ kind }) => kind !== 'word')
  const spans = values.map((token) => ({ token, span: spanOf(source, line, token) }))
  const names = columns.flatMap(({ name, kind, left, right }) => {
    if (kind === 'text') return []
    const isThere = spans.some(
      ({ token, span: [from, to] }) => token.kind === kind && from < right && to > left,
    )
    return isThere ? [name] : []
  })
  return JSON.stringify(names)
}

/** In points. */
const tolerance = 4

/** Whether words begin where the texts of the columns do. */
export function startsTexts(
  source: Source,
  line: SourceLine,
  columns: readonly ListColumn[],
): number {
  const texts = columns.filter(({ kind }) => kind === 'text')
  const lefts = line.words.map((_, at) => spanOf(source, line, { from: at, to: at + 1 })[0])
  return texts.filter(({ left }) => lefts.some((one) => Math.abs(one - left) <= tolerance)).length
}
