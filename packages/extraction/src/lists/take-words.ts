import type { Json } from '@recto/provider-spec/answer'
import type { ListColumn } from './columns.ts'
import type { Unit } from './row-units.ts'
import { type Source, type SourceLine, spanOf, type Token, wordNumber } from './source-lines.ts'

export type Alignment = {
  readonly source: Source
  readonly columns: ReadonlyMap<string, ListColumn>
  /** Whether a word of the document belongs to a row, by the word's number in the document. */
  readonly isOwned: Uint8Array
  /** Parts of words that a cell has taken. */
  readonly takenParts: Set<Token>
}

/** Words of a cell by line, with the units that were not found yet. */
export type CellMatch = {
  readonly words: Map<number, number[]>
  missingUnits: readonly Unit[]
  /** Value that replaces the one from the model. */
  value?: Json
}

export type CellMatches = ReadonlyMap<string, CellMatch>

type CellSearch = {
  readonly lineIndex: number
  readonly column: string
  readonly cell: CellMatch
  readonly isInColumn: boolean
}

/**
 * Takes the words of a line that match a cell's missing units; returns the units that the line does
 * not contain.
 */
export function takeWords(
  alignment: Alignment,
  { lineIndex, column, cell, isInColumn }: CellSearch,
): readonly Unit[] {
  const { source, columns } = alignment
  const { missingUnits, words } = cell
  const line = source.lines[lineIndex]
  if (!line) return missingUnits
  const columnSpan = columns.get(column)
  let last = -1
  return missingUnits.filter(({ keys }) => {
    const isFree = (token: Token) =>
      isUnclaimed(alignment, line, token) ||
      // Day and month of a date share one token, and parts such as those of `A-101` share one word.
      (token.kind !== 'number' &&
        !alignment.takenParts.has(token) &&
        listWordIndices(token).every((word) => words.get(lineIndex)?.includes(word)))
    const tokens = line.tokens.filter(
      (token) => token.keys.some((key) => keys.includes(key)) && isFree(token),
    )
    const candidates = tokens.filter(
      (token) => !isInColumn || overlapsColumn(source, line, token, columnSpan),
    )
    const best = findCheapest(candidates, (token) =>
      costOfToken(source, line, { token, column: columnSpan, last }),
    )
    if (!best) return true
    claimToken(alignment, { lineIndex, line, cell }, best)
    last = best.to - 1
    return false
  })
}

export const isUnclaimed = (
  { source, isOwned }: Alignment,
  line: SourceLine,
  token: Token,
): boolean => listWordIndices(token).every((word) => !isOwned[wordNumber(source, line, word)])

type CellLine = { readonly lineIndex: number; readonly line: SourceLine; readonly cell: CellMatch }

/** Marks the words as belonging to the cell. */
export function claimToken(
  { source, isOwned, takenParts }: Alignment,
  { lineIndex, line, cell: { words } }: CellLine,
  token: Token,
): void {
  if (token.kind === 'word') takenParts.add(token)
  for (const word of listWordIndices(token)) {
    isOwned[wordNumber(source, line, word)] = 1
    const claimedWords = words.get(lineIndex) ?? []
    if (!claimedWords.includes(word)) words.set(lineIndex, [...claimedWords, word])
  }
}

export const listWordIndices = ({ from, to }: Pick<Token, 'from' | 'to'>) =>
  Array.from({ length: to - from }, (_, i) => from + i)

function findCheapest<T>(list: readonly T[], costOf: (item: T) => number): T | undefined {
  let best: T | undefined
  let minCost = Number.POSITIVE_INFINITY
  for (const item of list) {
    const cost = costOf(item)
    if (cost >= minCost) continue
    best = item
    minCost = cost
  }
  return best
}

export function overlapsColumn(
  source: Source,
  line: SourceLine,
  token: Token,
  column: Pick<ListColumn, 'left' | 'right'> | undefined,
): boolean {
  if (!column) return false
  const [left, right] = spanOf(source, line, token)
  return left <= column.right && right >= column.left
}

type TokenCandidate = {
  readonly token: Token
  readonly column: ListColumn | undefined
  readonly last: number
}

/** Prefers a token in the cell's column, then one after the previous word. */
function costOfToken(
  source: Source,
  line: SourceLine,
  { token, column, last }: TokenCandidate,
): number {
  const [left, right] = spanOf(source, line, token)
  const columnDistance = column ? Math.max(column.left - right, left - column.right, 0) : 0
  const isAfterLast = token.from >= last
  return columnDistance + (isAfterLast ? (token.from - last) * 0.01 : 50)
}
