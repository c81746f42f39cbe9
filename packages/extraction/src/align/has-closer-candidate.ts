import type { Haystack, Occurrence } from './haystack.ts'
import { type PositionHints, scoreNearness } from './nearness.ts'
import { findFirstIndex, type Passage, slicePassage } from './passage.ts'

/** Maximum number of other values considered on a page; those around the value are chosen. */
const maxCandidates = 100

type SpanOnLine = { readonly line: Passage; readonly match: Span }
type Span = { readonly start: number; readonly end: number }

type OccurrenceWithCandidates<Candidate extends SpanOnLine> = {
  readonly occurrence: Occurrence
  readonly nearness: number
  /** All values of the kind, in page order. */
  readonly candidates: readonly Candidate[]
  readonly isSame: (candidate: Candidate) => boolean
}

/** Whether another value of the same kind is nearer to the question's words than the chosen one. */
export function hasCloserCandidate<Candidate extends SpanOnLine>(
  haystack: Haystack,
  { occurrence, nearness, candidates, isSame }: OccurrenceWithCandidates<Candidate>,
  hints: PositionHints,
): boolean {
  const { page, words } = occurrence[0]
  const [word = 0] = words
  const lastWord = ({ line }: SpanOnLine) => line.words.at(-1) ?? 0
  const index = findFirstIndex(candidates.length, (i) => {
    const candidate = candidates[i]
    return (
      !candidate ||
      candidate.line.page > page ||
      (candidate.line.page === page && lastWord(candidate) >= word)
    )
  })
  return candidates
    .slice(Math.max(0, index - maxCandidates / 2), index + maxCandidates / 2)
    .some((candidate) => {
      if (candidate.line.page !== page || isSame(candidate)) return false
      const part = slicePassage(
        haystack.document,
        candidate.line,
        candidate.match.start,
        candidate.match.end,
      )
      if (!part) return false
      return (
        scoreNearness(haystack, [{ page, words: part.words, match: 'exact' }], hints) > nearness
      )
    })
}
