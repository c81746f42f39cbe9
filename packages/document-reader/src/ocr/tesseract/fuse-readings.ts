import type { TesseractWord } from './open-tesseract.ts'

/** Of the narrower and of the lower of two words: those that share more are readings of the same ink. */
const minShared = { across: 0.3, down: 0.4 }
/** A place where one reading alone sees words is believed from here on. */
const minAlone = 0.35

type Told = { readonly words: readonly TesseractWord[]; readonly votes: number }

/**
 * One reading out of several of the same picture, all in its pixels. Words that overlap, across readings, are alternatives;
 * of these wins what the most readings say, each counting by how sure it is (J. Fiscus, "A post-processing system to
 * yield reduced word error rates: Recognizer Output Voting Error Reduction", 1997, on words by their place). A reading
 * that sees nothing in a place has no vote there. Order is that of the first reading, then of those that follow.
 */
export function fuseReadings(readings: readonly (readonly TesseractWord[])[]): TesseractWord[] {
  const [first = [], ...others] = readings
  if (others.length === 0) return [...first]
  const all = readings.flatMap((words, reading) => words.map((word) => ({ word, reading })))
  return groupsOf(all).flatMap((group) => {
    const alternatives = [...Map.groupBy(group, ({ reading }) => reading).values()].map((said) =>
      said.map(({ word }) => word).sort((a, b) => a.box[0] - b.box[0]),
    )
    const [only, another] = alternatives
    if (only && !another) return meanConfidence(only) >= minAlone ? only : []
    return surest(alternatives)
  })
}

function surest(alternatives: readonly (readonly TesseractWord[])[]): readonly TesseractWord[] {
  const told = new Map<string, Told>()
  for (const words of alternatives) {
    const key = words.map(({ text }) => text.toUpperCase()).join(' ')
    const before = told.get(key)
    const votes = (before?.votes ?? 0) + weightOf(words)
    const isBetter = !before || meanConfidence(words) > meanConfidence(before.words)
    told.set(key, { votes, words: isBetter ? words : before.words })
  }
  return [...told.values()].reduce((best, one) => (one.votes > best.votes ? one : best)).words
}

/** Who reads more letters in the same ink has lost fewer of them. */
function weightOf(words: readonly TesseractWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  return meanConfidence(words) ** 2 * Math.sqrt(letters)
}

type Said = { readonly word: TesseractWord; readonly reading: number }

/** Words of different readings that overlap, directly or by others. */
function groupsOf(all: readonly Said[]): Said[][] {
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
  const across = Math.min(a[2], b[2]) - Math.max(a[0], b[0])
  const down = Math.min(a[3], b[3]) - Math.max(a[1], b[1])
  const narrower = Math.min(a[2] - a[0], b[2] - b[0])
  const lower = Math.min(a[3] - a[1], b[3] - b[1])
  return across > minShared.across * narrower && down > minShared.down * lower
}

/** Weighted by letters; 0 without any. */
export function meanConfidence(
  words: readonly Pick<TesseractWord, 'text' | 'confidence'>[],
): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  const sure = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
  return letters === 0 ? 0 : sure / letters
}
