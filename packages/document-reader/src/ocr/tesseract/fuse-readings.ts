import type { TesseractWord } from './open-tesseract.ts'

/**
 * Shares of the narrower and of the lower of two words: words that overlap more are readings of the
 * same ink.
 */
const minShared = { across: 0.3, down: 0.4 }
/** Minimum confidence of words that only one reading sees. */
const minAlone = 0.35

type Candidate = { readonly words: readonly TesseractWord[]; readonly votes: number }

/**
 * Fuses several readings of the same picture, all in its pixels. Words that overlap across readings
 * are alternatives; the text with the most votes wins, each reading voting by its confidence (J.
 * Fiscus, "A post-processing system to yield reduced word error rates: Recognizer Output Voting
 * Error Reduction", 1997, applied to words by position). A reading that sees nothing at a position
 * has no vote there. The order is that of the first reading, then of those that follow.
 */
export function fuseReadings(readings: readonly (readonly TesseractWord[])[]): TesseractWord[] {
  const [first = [], ...otherReadings] = readings
  if (otherReadings.length === 0) return [...first]
  const all = readings.flatMap((words, reading) => words.map((word) => ({ word, reading })))
  return groupsOf(all).flatMap((group) => {
    const alternatives = [...Map.groupBy(group, ({ reading }) => reading).values()].map(
      (readWords) => readWords.map(({ word }) => word).sort((a, b) => a.box[0] - b.box[0]),
    )
    const [firstAlternative, secondAlternative] = alternatives
    if (firstAlternative && !secondAlternative)
      return meanConfidence(firstAlternative) >= minAlone ? firstAlternative : []
    return chooseBest(alternatives)
  })
}

function chooseBest(alternatives: readonly (readonly TesseractWord[])[]): readonly TesseractWord[] {
  const candidates = new Map<string, Candidate>()
  for (const words of alternatives) {
    const key = words.map(({ text }) => text.toUpperCase()).join(' ')
    const candidate = candidates.get(key)
    const votes = (candidate?.votes ?? 0) + getVotes(words)
    const isBetter = !candidate || meanConfidence(words) > meanConfidence(candidate.words)
    candidates.set(key, { votes, words: isBetter ? words : candidate.words })
  }
  return [...candidates.values()].reduce((best, one) => (one.votes > best.votes ? one : best)).words
}

/** A reading with more letters in the same ink has lost fewer of them. */
function getVotes(words: readonly TesseractWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  return meanConfidence(words) ** 2 * Math.sqrt(letters)
}

type ReadWord = { readonly word: TesseractWord; readonly reading: number }

/** Groups words of different readings that overlap, directly or through others. */
function groupsOf(all: readonly ReadWord[]): ReadWord[][] {
  const parents = all.map((_, i) => i)
  const rootOf = (place: number): number => {
    let root = place
    while (parents[root] !== root) root = parents[root]!
    parents[place] = root
    return root
  }
  const fromTop = all.map((_, i) => i).sort((a, b) => all[a]!.word.box[1] - all[b]!.word.box[1])
  fromTop.forEach((a, place) => {
    const bottom = all[a]!.word.box[3]
    for (let next = place + 1; next < fromTop.length; next++) {
      const b = fromTop[next]!
      if (all[b]!.word.box[1] > bottom) break
      if (all[a]!.reading !== all[b]!.reading && isSameInk(all[a]!.word, all[b]!.word))
        parents[Math.max(rootOf(a), rootOf(b))] = Math.min(rootOf(a), rootOf(b))
    }
  })
  return [...Map.groupBy(all, (_, i) => rootOf(i)).values()]
}

function isSameInk({ box: a }: TesseractWord, { box: b }: TesseractWord): boolean {
  const sharedWidth = Math.min(a[2], b[2]) - Math.max(a[0], b[0])
  const sharedHeight = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  const narrower = Math.min(a[2] - a[0], b[2] - b[0])
  const lower = Math.min(a[3] - a[1], b[3] - b[1])
  return sharedWidth > minShared.across * narrower && sharedHeight > minShared.down * lower
}

/** Weighted by letters; 0 without any. */
export function meanConfidence(
  words: readonly Pick<TesseractWord, 'text' | 'confidence'>[],
): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  const sure = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
  return letters === 0 ? 0 : sure / letters
}
