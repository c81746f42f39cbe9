import { kindsOf } from './kinds-of-lines.ts'
import type { Source } from './source-lines.ts'

/** Maximum number of lines below or above its first line that may also belong to a row. */
const reach = 4
/** Maximum number of skipped lines that repeat another page's line. */
const maxPassed = 16

type From = { readonly line: number; readonly step: 1 | -1 }

/**
 * Returns the lines below or above a row's own, up to the next row's line, including those on the
 * next page.
 */
export function linesFrom(
  source: Source,
  taken: ReadonlySet<number>,
  { line, step }: From,
): readonly number[] {
  const { isFurniture, sums } = kindsOf(source)
  const found: number[] = []
  for (let passed = 1; found.length < reach && passed <= maxPassed; passed++) {
    const index = line + step * passed
    if (index < 0 || index >= source.lines.length || taken.has(index)) break
    if (!isFurniture[index] && !sums.has(index)) found.push(index)
  }
  return found
}
