import type { LaidPage, LaidWord } from './laid-page.ts'

/** Brings places of one page to those of another: `x · scale + x`. */
export type Frame = { readonly scale: number; readonly x: number; readonly y: number }

const same: Frame = { scale: 1, x: 0, y: 0 }

/** A word at a place. */
export type PlacedLetters = Pick<LaidWord, 'letters'> & { readonly x: number; readonly y: number }

export const placedOf = ({ words }: LaidPage): readonly PlacedLetters[] =>
  words.flatMap(({ letters, x0, y0 }) => (isTelling(letters) ? [{ letters, x: x0, y: y0 }] : []))

/** Single letters and short numbers stand anywhere. */
const isTelling = (letters: string): boolean =>
  /\p{L}/u.test(letters) ? letters.length >= 2 : letters.length >= 4

const leastPairs = 5
const mostPairs = 60

/**
 * How the words of one page are shifted and scaled on another, from those that stand once on both: the medians of the
 * slopes (Theil 1950, Sen 1968) and of what is left, so that words that stand elsewhere do not count. Only the
 * horizontal slope is taken, because lines of items push down what stands below them, and the vertical shift is that
 * of the head. Of pages with few words in common nothing is moved.
 */
export function fitFrame(from: readonly PlacedLetters[], to: readonly PlacedLetters[]): Frame {
  const pairs = uniquePairs(from, to)
  if (pairs.length < leastPairs) return same
  const slopes = pairs.flatMap(([a, b], i) =>
    pairs
      .slice(i + 1)
      .flatMap(([c, d]) => (Math.abs(c.x - a.x) < 0.2 ? [] : [(d.x - b.x) / (c.x - a.x)])),
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
    [...groups].flatMap(([letters, [first, ...others]]) =>
      first && others.length === 0 ? [[letters, first] as const] : [],
    ),
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
