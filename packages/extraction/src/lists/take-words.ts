import type { Json } from '@recto/provider-spec/answer'
import type { ListColumn } from './columns.ts'
import type { Unit } from './row-units.ts'
import { type Source, type SourceLine, spanOf, type Token, wordNumber } from './source-lines.ts'

export type Aligning = {
  readonly source: Source
  readonly columns: ReadonlyMap<string, ListColumn>
  /** Whether a word of the document belongs to a row, by the word's number in the document. */
  readonly isOwned: Uint8Array
}

/** Words of a cell by line, with the units that were not found yet. */
export type FoundCell = {
  readonly words: Map<number, number[]>
  missing: readonly Unit[]
  /** Value that replaces the one from the model. */
  value?: Json
}

export type FoundCells = ReadonlyMap<string, FoundCell>

type Search = {
  readonly at: number
  readonly column: string
  readonly cell: FoundCell
  readonly isInColumn: boolean
}

/**
 * Takes the words of a line that match a cell's missing units; returns the units that the line does
 * not contain.
 */
export function takeWords(
  aligning: Aligning,
  { at, column, cell, isInColumn }: Search,
): readonly Unit[] {
  const { source, columns } = aligning
  const { missing, words } = cell
  const line = source.lines[at]
  if (!line) return missing
  const place = columns.get(column)
  let last = -1
  return missing.filter(({ keys }) => {
    const isFree = (token: Token) =>
      isUnowned(aligning, line, token) ||
      // Day and month of a date share one token.
      (token.kind === 'date' && wordsIn(token).every((word) => words.get(at)?.includes(word)))
    const tokens = line.tokens.filter(
      (token) => token.keys.some((key) => keys.includes(key)) && isFree(token),
    )
    const candidates = tokens.filter((token) => !isInColumn || isIn(source, line, token, place))
    const best = bestOf(candidates, (token) => distance(source, line, { token, place, last }))
    if (!best) return true
    own(aligning, { at, line, cell }, best)
    last = best.to - 1
    return false
  })
}

export const isUnowned = ({ source, isOwned }: Aligning, line: SourceLine, token: Token): boolean =>
  wordsIn(token).every((word) => !isOwned[wordNumber(source, line, word)])

type Place = { readonly at: number; readonly line: SourceLine; readonly cell: FoundCell }

/** Marks the words as belonging to the cell. */
export function own(
  { source, isOwned }: Aligning,
  { at, line, cell: { words } }: Place,
  token: Token,
): void {
  for (const word of wordsIn(token)) {
    isOwned[wordNumber(source, line, word)] = 1
    const known = words.get(at) ?? []
    if (!known.includes(word)) words.set(at, [...known, word])
  }
}

export const wordsIn = ({ from, to }: Pick<Token, 'from' | 'to'>) =>
  Array.from({ length: to - from }, (_, i) => from + i)

function bestOf<T>(list: readonly T[], costOf: (one: T) => number): T | undefined {
  let best: T | undefined
  let least = Number.POSITIVE_INFINITY
  for (const one of list) {
    const cost = costOf(one)
    if (cost >= least) continue
    best = one
    least = cost
  }
  return best
}

export function isIn(
  source: Source,
  line: SourceLine,
  token: Token,
  place: Pick<ListColumn, 'left' | 'right'> | undefined,
): boolean {
  if (!place) return false
  const [left, right] = spanOf(source, line, token)
  return left <= place.right && right >= place.left
}

type Candidate = {
  readonly token: Token
  readonly place: ListColumn | undefined
  readonly last: number
}

/** Prefers a token in the cell's column, then one after the previous word. */
function distance(source: Source, line: SourceLine, { token, place, last }: Candidate): number {
  const [left, right] = spanOf(source, line, token)
  const outside = place ? Math.max(place.left - right, left - place.right, 0) : 0
  const isBehind = token.from >= last
  return outside + (isBehind ? (token.from - last) * 0.01 : 50)
}
