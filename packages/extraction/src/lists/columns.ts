import type { AnchoredRow } from './anchor-rows.ts'
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
const typicalShare = 0.6

/** Returns the columns as the aligned rows show them. */
export function findColumns(source: Source, rows: readonly AnchoredRow[]): readonly ListColumn[] {
  const positionsByColumn = new Map<string, (CellPosition | undefined)[]>()
  for (const { line: lineIndex, cells } of rows) {
    const line = lineIndex === undefined ? undefined : source.lines[lineIndex]
    if (!line) continue
    for (const cell of cells) {
      const positions = positionsByColumn.get(cell.column) ?? []
      positions.push(locateCell(source, line, cell))
      positionsByColumn.set(cell.column, positions)
    }
  }
  return [...positionsByColumn].flatMap(([name, all]) => toColumn(name, all) ?? [])
}

type CellPosition = {
  readonly kind: ListColumn['kind']
  readonly left: number
  readonly right: number
}

/** Returns the position of a cell on its row's line, if it occurs there exactly once. */
function locateCell(
  source: Source,
  line: SourceLine,
  { units }: RowCell,
): CellPosition | undefined {
  const keys = new Set(units.flatMap((unit) => unit.keys))
  const matchingTokens = line.tokens.filter((token) => token.keys.some((key) => keys.has(key)))
  const [value, ...otherValues] = matchingTokens.filter(({ kind }) => kind !== 'word')
  if (value && otherValues.length > 0) return undefined
  if (value && units.length <= 2)
    return { kind: value.kind as 'number' | 'date', ...edgesOf(source, line, value) }
  const words = matchingTokens.filter(({ kind }) => kind === 'word')
  const [first] = words
  if (!first || words.length > units.length) return undefined
  const from = Math.min(...words.map((word) => word.from))
  const to = Math.max(...words.map((word) => word.to))
  return { kind: 'text', ...edgesOf(source, line, { from, to }) }
}

function edgesOf(source: Source, line: SourceLine, part: Pick<Token, 'from' | 'to'>) {
  const [left, right] = spanOf(source, line, part)
  return { left, right }
}

/**
 * Minimum share of rows that show the column: with fewer, the values are not those of the document.
 */
const minShownShare = 0.4

function toColumn(
  name: string,
  all: readonly (CellPosition | undefined)[],
): ListColumn | undefined {
  const positions = all.filter((position) => position !== undefined)
  const kind =
    (['date', 'number'] as const).find(
      (candidateKind) =>
        positions.filter((position) => position.kind === candidateKind).length >=
        positions.length * typicalShare,
    ) ?? 'text'
  const medians = {
    left: quantile(positions, 'left', 0.5),
    right: quantile(positions, 'right', 0.5),
  }
  // A value may be equal to one in another column by chance.
  const ownPositions = positions.filter(
    ({ left, right }) => left <= medians.right && right >= medians.left,
  )
  if (ownPositions.length === 0 || ownPositions.length < all.length * minShownShare)
    return undefined
  return {
    name,
    kind,
    left: quantile(ownPositions, 'left', 0.05),
    right: quantile(ownPositions, 'right', 0.95),
  }
}

function quantile(
  positions: readonly CellPosition[],
  edge: 'left' | 'right',
  fraction: number,
): number {
  const sorted = positions.map((position) => position[edge]).sort((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * fraction), sorted.length - 1)] ?? 0
}

/** Returns which columns have values on a line, as a key that lines of the same form share. */
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
      const hasValue = spans.some(
        ({ token, span: [from, to] }) => token.kind === kind && from < right && to > left,
      )
      return hasValue ? name : undefined
    })
    .filter((value) => value !== undefined)
  return JSON.stringify(names)
}

/** Maximum horizontal deviation, in points. */
const tolerance = 4

/** Counts the text columns at whose left edge words of the line begin. */
export function countTextStarts(
  source: Source,
  line: SourceLine,
  columns: readonly ListColumn[],
): number {
  const texts = columns.filter(({ kind }) => kind === 'text')
  const lefts = line.words.map(
    (_, index) => spanOf(source, line, { from: index, to: index + 1 })[0],
  )
  return texts.filter(({ left }) => lefts.some((edge) => Math.abs(edge - left) <= tolerance)).length
}
