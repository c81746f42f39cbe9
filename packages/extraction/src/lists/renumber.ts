import { isAnyNumber, readNumber } from '@recto/exact-json/exact-number'
import type { Json } from '@recto/provider-spec/answer'
import type { AnchoredRow } from './anchor-rows.ts'
import type { ListColumn } from './columns.ts'
import { type SourceLine, spanOf, type Token } from './source-lines.ts'
import {
  type Alignment,
  type CellMatch,
  type CellMatches,
  claimToken,
  isUnclaimed,
  listWordIndices,
  overlapsColumn,
} from './take-words.ts'

type ColumnSpan = Pick<ListColumn, 'left' | 'right'>

/** Row whose number is not in the document, with the numbers on its line that belong to no cell. */
type NumberCandidate = {
  readonly lineIndex: number
  readonly line: SourceLine
  readonly cell: CellMatch
  readonly originalValue: Json
  readonly free: readonly Token[]
}

/** Minimum number of rows that must agree on the position of their numbers. */
const minRows = 3
const minShare = 0.6

/**
 * Corrects row numbers that a model counted instead of reading them. A whole number that is not on
 * its line is replaced by the number at the usual position of row numbers, if no other cell uses
 * it. Returns the number of corrections.
 */
export function renumber(
  alignment: Alignment,
  rows: readonly AnchoredRow[],
  foundCells: readonly CellMatches[],
): number {
  const names = new Set(rows.flatMap(({ row }) => Object.keys(row)))
  return [...names].reduce(
    (sum, name) => sum + renumberColumn(alignment, rows, { name, foundCells }),
    0,
  )
}

type ColumnMatches = { readonly name: string; readonly foundCells: readonly CellMatches[] }

function renumberColumn(
  alignment: Alignment,
  rows: readonly AnchoredRow[],
  { name, foundCells }: ColumnMatches,
): number {
  if (!rows.every(({ row }) => row[name] === null || isWhole(row[name]))) return 0
  const candidates = rows.flatMap(
    (row, i) => toCandidate(alignment, row, { name, cells: foundCells[i] ?? new Map() }) ?? [],
  )
  const span = alignment.columns.get(name) ?? findCommonSpan(alignment, candidates)
  if (!span) return 0
  return candidates.filter((candidate) => correctNumber(alignment, candidate, span)).length
}

const isWhole = (value: Json | undefined) => /^\d+$/.test(String(value))

type ColumnCells = { readonly name: string; readonly cells: CellMatches }

function toCandidate(
  alignment: Alignment,
  { line: lineIndex, row }: AnchoredRow,
  { name, cells }: ColumnCells,
): NumberCandidate | undefined {
  const cell = cells.get(name)
  const line = lineIndex === undefined ? undefined : alignment.source.lines[lineIndex]
  if (lineIndex === undefined || !line || !cell || cell.words.size > 0) return undefined
  const otherCells = [...cells].filter(([column]) => column !== name)
  const isSupported =
    otherCells.filter(([, { words }]) => words.size > 0).length * 2 > otherCells.length
  const free = line.tokens.filter(
    (token) =>
      token.kind === 'number' &&
      isUnclaimed(alignment, line, token) &&
      /^\d+\.?$/.test(joinToken(alignment, line, token)),
  )
  return isSupported ? { lineIndex, line, cell, originalValue: row[name] ?? null, free } : undefined
}

function joinToken({ source }: Alignment, { page, words }: SourceLine, token: Token): string {
  const all = source.document.pages[page]?.words ?? []
  return listWordIndices(token)
    .map((word) => all[words[word] ?? -1]?.text ?? '')
    .join(' ')
}

/** Returns the position at which most of the rows have a number that belongs to no cell. */
function findCommonSpan(
  { source }: Alignment,
  candidates: readonly NumberCandidate[],
): ColumnSpan | undefined {
  const spans = candidates
    .map(({ line, free }) => {
      const [token] = free.length === 1 ? free : []
      return token ? spanOf(source, line, token) : undefined
    })
    .filter((value) => value !== undefined)
  const rights = spans.map(([, right]) => right).sort((a, b) => a - b)
  const middle = rights[rights.length >> 1] ?? 0
  const alignedSpans = spans.filter(([left, right]) => left <= middle && right >= middle - 1)
  const isCommon =
    alignedSpans.length >= minRows && alignedSpans.length >= candidates.length * minShare
  if (!isCommon) return undefined
  const left = alignedSpans.reduce(
    (minLeft, [start]) => Math.min(minLeft, start),
    Number.POSITIVE_INFINITY,
  )
  return { left, right: alignedSpans.reduce((maxRight, [, end]) => Math.max(maxRight, end), 0) }
}

function correctNumber(
  alignment: Alignment,
  { lineIndex, line, cell, originalValue, free }: NumberCandidate,
  span: ColumnSpan,
) {
  const [match, ...otherMatches] = free.filter((token) =>
    overlapsColumn(alignment.source, line, token, span),
  )
  if (!match || otherMatches.length > 0) return false
  const printedText = joinToken(alignment, line, match)
  claimToken(alignment, { lineIndex, line, cell }, match)
  cell.missingUnits = []
  cell.value = isAnyNumber(originalValue)
    ? (readNumber(printedText.replace('.', '')) ?? printedText)
    : printedText
  return true
}
