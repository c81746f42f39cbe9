import { columnsOf, startsTexts } from './columns.ts'
import type { AnchoredRow } from './find-anchors.ts'
import { linesFrom } from './lines-of-row.ts'
import { type Source, wordNumber } from './source-lines.ts'

/**
 * Minimum share of rows that continue below their line; in a list with fewer, such lines are
 * something else.
 */
const usual = 0.2

type Given = {
  readonly rowLike: readonly number[]
  readonly isOwned: Uint8Array
}

/**
 * Returns the lines of rows that are followed by a line that begins like a continuation of their
 * text but belongs to no row.
 */
export function halfReadRows(
  source: Source,
  rows: readonly AnchoredRow[],
  { rowLike, isOwned }: Given,
): readonly number[] {
  const anchors = [...new Set(rows.flatMap(({ line }) => line ?? []))]
  const taken = new Set([...rowLike, ...anchors])
  const columns = columnsOf(source, rows)
  const below = anchors
    .map((index) => {
      const lines = linesFrom(source, taken, { line: index, step: 1 })
        .flatMap((next) => source.lines[next] ?? [])
        .filter((line) => startsTexts(source, line, columns) > 0)
      if (lines.length === 0) return undefined
      const isRead = lines.every((line) =>
        line.words.some((_, word) => isOwned[wordNumber(source, line, word)]),
      )
      return { at: index, isRead }
    })
    .filter((value) => value !== undefined)
  const read = below.filter(({ isRead }) => isRead).length
  if (read === 0 || read < anchors.length * usual) return []
  return below.filter(({ isRead }) => !isRead).map(({ at }) => at)
}
