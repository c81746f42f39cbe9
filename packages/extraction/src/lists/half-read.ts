import { columnsOf, startsTexts } from './columns.ts'
import type { AnchoredRow } from './find-anchors.ts'
import { linesFrom } from './lines-of-row.ts'
import { type Source, wordNumber } from './source-lines.ts'

/** Of the rows that go on below their line; in a list of fewer what stands there is something else. */
const usual = 0.2

type Given = {
  readonly rowLike: readonly number[]
  readonly isOwned: Uint8Array
}

/** The lines of rows below which a line begins like a text of theirs and is nobody's. */
export function halfReadRows(
  source: Source,
  rows: readonly AnchoredRow[],
  { rowLike, isOwned }: Given,
): readonly number[] {
  const anchors = [...new Set(rows.flatMap(({ line }) => line ?? []))]
  const taken = new Set([...rowLike, ...anchors])
  const columns = columnsOf(source, rows)
  const below = anchors.flatMap((at) => {
    const lines = linesFrom(source, taken, { line: at, step: 1 })
      .flatMap((next) => source.lines[next] ?? [])
      .filter((line) => startsTexts(source, line, columns) > 0)
    if (lines.length === 0) return []
    const isRead = lines.every((line) =>
      line.words.some((_, word) => isOwned[wordNumber(source, line, word)]),
    )
    return [{ at, isRead }]
  })
  const read = below.filter(({ isRead }) => isRead).length
  if (read === 0 || read < anchors.length * usual) return []
  return below.filter(({ isRead }) => !isRead).map(({ at }) => at)
}
