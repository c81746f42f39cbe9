import type { Json } from '@recto/provider-spec/answer'
import type { ListColumn } from './columns.ts'
import type { AnchoredRow } from './find-anchors.ts'
import { type SourceLine, spanOf, type Token } from './source-lines.ts'
import {
  type Aligning,
  type FoundCell,
  type FoundCells,
  isIn,
  isUnowned,
  own,
  wordsIn,
} from './take-words.ts'

type Place = Pick<ListColumn, 'left' | 'right'>

/** Row whose number is not in the document, with the numbers on its line that belong to no cell. */
type Candidate = {
  readonly at: number
  readonly line: SourceLine
  readonly cell: FoundCell
  readonly given: Json
  readonly free: readonly Token[]
}

/** Minimum number of rows that must agree on the position of their numbers. */
const leastRows = 3
const mostOf = 0.6

/**
 * Corrects row numbers that a model counted instead of reading them. A whole number that is not on
 * its line is replaced by the number at the usual position of row numbers, if no other cell uses
 * it. Returns the number of corrections.
 */
export function renumber(
  aligning: Aligning,
  rows: readonly AnchoredRow[],
  found: readonly FoundCells[],
): number {
  const names = new Set(rows.flatMap(({ row }) => Object.keys(row)))
  return [...names].reduce((sum, name) => sum + renumberColumn(aligning, rows, { name, found }), 0)
}

type InColumn = { readonly name: string; readonly found: readonly FoundCells[] }

function renumberColumn(
  aligning: Aligning,
  rows: readonly AnchoredRow[],
  { name, found }: InColumn,
): number {
  if (!rows.every(({ row }) => row[name] === null || isWhole(row[name]))) return 0
  const candidates = rows.flatMap(
    (row, i) => candidateOf(aligning, row, { name, cells: found[i] ?? new Map() }) ?? [],
  )
  const place = aligning.columns.get(name) ?? commonPlace(aligning, candidates)
  if (!place) return 0
  return candidates.filter((candidate) => mend(aligning, candidate, place)).length
}

const isWhole = (value: Json | undefined) => /^\d+$/.test(String(value))

type InRow = { readonly name: string; readonly cells: FoundCells }

function candidateOf(
  aligning: Aligning,
  { line: at, row }: AnchoredRow,
  { name, cells }: InRow,
): Candidate | undefined {
  const cell = cells.get(name)
  const line = at === undefined ? undefined : aligning.source.lines[at]
  if (at === undefined || !line || !cell || cell.words.size > 0) return undefined
  const others = [...cells].filter(([other]) => other !== name)
  const isSupported = others.filter(([, { words }]) => words.size > 0).length * 2 > others.length
  const free = line.tokens.filter(
    (token) =>
      token.kind === 'number' &&
      isUnowned(aligning, line, token) &&
      /^\d+\.?$/.test(textOf(aligning, line, token)),
  )
  return isSupported ? { at, line, cell, given: row[name] ?? null, free } : undefined
}

function textOf({ source }: Aligning, { page, words }: SourceLine, token: Token): string {
  const all = source.document.pages[page]?.words ?? []
  return wordsIn(token)
    .map((word) => all[words[word] ?? -1]?.text ?? '')
    .join(' ')
}

/** Returns the position at which most of the rows have a number that belongs to no cell. */
function commonPlace({ source }: Aligning, candidates: readonly Candidate[]): Place | undefined {
  const spans = candidates
    .map(({ line, free }) => {
      const [only] = free.length === 1 ? free : []
      return only ? spanOf(source, line, only) : undefined
    })
    .filter((value) => value !== undefined)
  const rights = spans.map(([, right]) => right).sort((a, b) => a - b)
  const middle = rights[rights.length >> 1] ?? 0
  const there = spans.filter(([left, right]) => left <= middle && right >= middle - 1)
  const isCommon = there.length >= leastRows && there.length >= candidates.length * mostOf
  if (!isCommon) return undefined
  const left = there.reduce((least, [one]) => Math.min(least, one), Number.POSITIVE_INFINITY)
  return { left, right: there.reduce((most, [, one]) => Math.max(most, one), 0) }
}

function mend(aligning: Aligning, { at, line, cell, given, free }: Candidate, place: Place) {
  const [only, ...others] = free.filter((token) => isIn(aligning.source, line, token, place))
  if (!only || others.length > 0) return false
  const written = textOf(aligning, line, only)
  own(aligning, { at, line, cell }, only)
  cell.missing = []
  cell.value = typeof given === 'number' ? Number.parseInt(written, 10) : written
  return true
}
