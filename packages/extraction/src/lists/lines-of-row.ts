import { kindsOf } from './kinds-of-lines.ts'
import type { Source } from './source-lines.ts'

/** Lines below its first, and above it, that may be a row's too. */
const reach = 4
/** Lines that repeat another page's are passed over. */
const maxPassed = 16

type From = { readonly line: number; readonly step: 1 | -1 }

/** The lines below a row's own, or above it, up to the next row's; also those on the next page. */
export function linesFrom(
  source: Source,
  taken: ReadonlySet<number>,
  { line, step }: From,
): readonly number[] {
  const { isFurniture, sums } = kindsOf(source)
  const found: number[] = []
  for (let passed = 1; found.length < reach && passed <= maxPassed; passed++) {
    const at = line + step * passed
    if (at < 0 || at >= source.lines.length || taken.has(at)) break
    if (!isFurniture[at] && !sums.has(at)) found.push(at)
  }
  return found
}
