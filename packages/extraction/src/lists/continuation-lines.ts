import { getLineKinds } from './line-kinds.ts'
import type { Source } from './source-lines.ts'

/** Maximum number of lines below or above its first line that may also belong to a row. */
const maxLines = 4
/** Maximum distance of such a line, including skipped headers, footers and sums. */
const maxDistance = 16

type RowStart = { readonly line: number; readonly step: 1 | -1 }

/**
 * Returns the lines below or above a row's own, up to the next row's line, including those on the
 * next page.
 */
export function findContinuationLines(
  source: Source,
  takenLines: ReadonlySet<number>,
  { line, step }: RowStart,
): readonly number[] {
  const { isFurniture, sums } = getLineKinds(source)
  const continuationLines: number[] = []
  for (
    let distance = 1;
    continuationLines.length < maxLines && distance <= maxDistance;
    distance++
  ) {
    const index = line + step * distance
    if (index < 0 || index >= source.lines.length || takenLines.has(index)) break
    if (!isFurniture[index] && !sums.has(index)) continuationLines.push(index)
  }
  return continuationLines
}
