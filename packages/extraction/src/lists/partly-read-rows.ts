import type { AnchoredRow } from './anchor-rows.ts'
import { countTextStarts, findColumns } from './columns.ts'
import { findContinuationLines } from './continuation-lines.ts'
import { type Source, wordNumber } from './source-lines.ts'

/**
 * Minimum share of rows that continue below their line; in a list with fewer, such lines do
 * not belong to rows.
 */
const minContinuedShare = 0.2

type LineOwnership = {
  readonly rowLike: readonly number[]
  readonly isOwned: Uint8Array
}

/**
 * Returns the lines of rows that are followed by a line that begins like a continuation of their
 * text but belongs to no row.
 */
export function findPartlyReadRows(
  source: Source,
  rows: readonly AnchoredRow[],
  { rowLike, isOwned }: LineOwnership,
): readonly number[] {
  const anchors = [...new Set(rows.flatMap(({ line }) => line ?? []))]
  const takenLines = new Set([...rowLike, ...anchors])
  const columns = findColumns(source, rows)
  const continuations = anchors
    .map((index) => {
      const lines = findContinuationLines(source, takenLines, { line: index, step: 1 })
        .flatMap((next) => source.lines[next] ?? [])
        .filter((line) => countTextStarts(source, line, columns) > 0)
      if (lines.length === 0) return undefined
      const isRead = lines.every((line) =>
        line.words.some((_, word) => isOwned[wordNumber(source, line, word)]),
      )
      return { line: index, isRead }
    })
    .filter((value) => value !== undefined)
  const read = continuations.filter(({ isRead }) => isRead).length
  if (read === 0 || read < anchors.length * minContinuedShare) return []
  return continuations.filter(({ isRead }) => !isRead).map(({ line }) => line)
}
