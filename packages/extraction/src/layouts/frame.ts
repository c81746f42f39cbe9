import type { LaidPage, LaidWord } from './laid-page.ts'

/** Maps positions of one page to those of another: `x · scale + x`. */
export type Frame = { readonly scale: number; readonly x: number; readonly y: number }

const same: Frame = { scale: 1, x: 0, y: 0 }

/** Letters of a word with their position. */
export type PlacedLetters = Pick<LaidWord, 'letters'> & { readonly x: number; readonly y: number }

export const placedOf = ({ words }: LaidPage): readonly PlacedLetters[] =>
  words
    .filter(({ letters }) => isTelling(letters))
    .map(({ letters, x0, y0 }) => ({ letters, x: x0, y: y0 }))

/** Single letters and short numbers occur anywhere, so they do not identify a position. */
const isTelling = (letters: string): boolean =>
  /\p{L}/u.test(letters) ? letters.length >= 2 : letters.length >= 4

const leastPairs = 5
const mostPairs = 60

/**
 * Computes how the words of one page are shifted and scaled on another, from the words that occur
 * once on both: the medians of the slopes (Theil 1950, Sen 1968) and of the residuals, so that
 * moved words do not count. Only the horizontal slope is used, because item lines push down the
 * words below them; the vertical shift is that of the page's head. Pages with few words in common
 * are not moved.
 */
export function fitFrame(from: readonly PlacedLetters[], to: readonly PlacedLetters[]): Frame {
  const pairs = uniquePairs(from, to)
  if (pairs.length < leastPairs) return same
  const slopes = pairs.flatMap(([a, b], i) =>
    pairs
      .slice(i + 1)
      .filter(([c]) => !(Math.abs(c.x - a.x) < 0.2))
      .map(([c, d]) => (d.x - b.x) / (c.x - a.x)),
  )
  const scale = Math.min(1.3, Math.max(0.75, slopes.length < leastPairs ? 1 : median(slopes)))
  const head = pairs.toSorted(([, a], [, b]) => a.y - b.y).slice(0, Math.max(5, pairs.length / 3))
  return {
    scale,
    x: median(pairs.map(([a, b]) => b.x - a.x * scale)),
    y: median(head.map(([a, b]) => b.y - a.y * scale)),
  }
}

type Pair = readonly [PlacedLetters, PlacedLetters]

function uniquePairs(
  from: readonly PlacedLetters[],
  to: readonly PlacedLetters[],
): readonly Pair[] {
  const here = onceEach(from)
  const there = onceEach(to)
  return [...here]
    .flatMap(([letters, a]): readonly Pair[] => {
      const b = there.get(letters)
      return b ? [[a, b]] : []
    })
    .slice(0, mostPairs)
}

function onceEach(words: readonly PlacedLetters[]): ReadonlyMap<string, PlacedLetters> {
  const groups = Map.groupBy(words, ({ letters }) => letters)
  return new Map(
    [...groups]
      .map(([letters, [first, ...others]]) =>
        first && others.length === 0 ? ([letters, first] as const) : undefined,
      )
      .filter((value) => value !== undefined),
  )
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

export const across = ({ scale, x }: Frame, place: number): number => place * scale + x
export const down = ({ scale, y }: Frame, place: number): number => place * scale + y

export const moved = (frame: Frame, word: PlacedLetters): PlacedLetters => ({
  letters: word.letters,
  x: across(frame, word.x),
  y: down(frame, word.y),
})
