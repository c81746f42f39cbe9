import type { Haystack, Occurrence } from './haystack.ts'
import { type Near, nearnessOf } from './nearness.ts'
import { firstIndex, type Passage, slicePassage } from './passage.ts'

/** Maximum number of other values considered on a page; those around the value are chosen. */
const maxOthers = 100

type Said = { readonly line: Passage; readonly found: Span }
type Span = { readonly start: number; readonly end: number }

type Chosen<Other extends Said> = {
  readonly occurrence: Occurrence
  readonly nearness: number
  /** All values of the kind, in page order. */
  readonly others: readonly Other[]
  readonly isSame: (other: Other) => boolean
}

/** Whether another value of the same kind is nearer to the question's words than the chosen one. */
export function isOutdone<Other extends Said>(
  haystack: Haystack,
  { occurrence, nearness, others, isSame }: Chosen<Other>,
  near: Near,
): boolean {
  const { page, words } = occurrence[0]
  const [word = 0] = words
  const lastWord = ({ line }: Said) => line.words.at(-1) ?? 0
  const index = firstIndex(others.length, (i) => {
    const other = others[i]
    return !other || other.line.page > page || (other.line.page === page && lastWord(other) >= word)
  })
  return others.slice(Math.max(0, index - maxOthers / 2), index + maxOthers / 2).some((other) => {
    if (other.line.page !== page || isSame(other)) return false
    const part = slicePassage(haystack.document, other.line, other.found.start, other.found.end)
    if (!part) return false
    return nearnessOf(haystack, [{ page, words: part.words, match: 'exact' }], near) > nearness
  })
}
