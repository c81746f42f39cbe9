import { hasRightToLeft } from '@recto/document-text/text-direction'
import { type BaseDirection, getBaseDirection, getStandIn, reorder } from './bidi.ts'

/** The characters of a text that runs in one line, from left to right as they are seen: their places in the text. */
export function orderSigns(signs: readonly string[], base: BaseDirection): readonly number[] {
  return reorder(signs.map(getStandIn).join(''), base)
}

/**
 * The words of one line, which come as they are read, from left to right as they are seen: their places in the given
 * order. The first letter decides the direction of the line.
 */
export function orderAsSeen(words: readonly string[]): readonly number[] {
  const places = words.map((_, i) => i)
  if (!words.some(hasRightToLeft)) return places
  const middles = middlesOf(words)
  return places.sort((a, b) => middles[a]! - middles[b]!)
}

/** Returns the column of the middle of each word. The characters of a word may stand apart. */
function middlesOf(words: readonly string[]): readonly number[] {
  const owners = words.flatMap((word, i) => [...(i > 0 ? [-1] : []), ...[...word].map(() => i)])
  const text = words.join(' ')
  const sums = words.map(() => 0)
  const counts = words.map(() => 0)
  const places = orderSigns([...text], getBaseDirection(text) ?? 'ltr')
  for (const [column, place] of places.entries()) {
    const owner = owners[place]!
    if (owner < 0) continue
    sums[owner]! += column
    counts[owner]! += 1
  }
  return sums.map((sum, i) => sum / Math.max(counts[i]!, 1))
}
