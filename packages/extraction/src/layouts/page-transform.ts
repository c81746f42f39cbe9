import type { PageRows, PositionedWord } from './positioned-page.ts'

/**
 * Maps positions on one page to positions on another: a position `p` becomes `p · scale + x`, or
 * `p · scale + y`.
 */
export type PageTransform = { readonly scale: number; readonly x: number; readonly y: number }

const identity: PageTransform = { scale: 1, x: 0, y: 0 }

/** Letters of a word with the position of its top left corner. */
export type PositionedLetters = Pick<PositionedWord, 'letters'> & {
  readonly x: number
  readonly y: number
}

export const toPositionedLetters = ({ words }: PageRows): readonly PositionedLetters[] =>
  words
    .filter(({ letters }) => isDistinctive(letters))
    .map(({ letters, x0, y0 }) => ({ letters, x: x0, y: y0 }))

/** Single letters and short numbers occur anywhere, so they do not identify a position. */
const isDistinctive = (letters: string): boolean =>
  /\p{L}/u.test(letters) ? letters.length >= 2 : letters.length >= 4

const minPairs = 5
const maxPairs = 60

/**
 * Computes how the words of one page are shifted and scaled on another, from the words that occur
 * once on both. It uses the medians of the slopes (Theil 1950, Sen 1968) and of the residuals, so
 * that moved words do not count. Only the horizontal slope is used, because item lines push down the
 * words below them; the vertical shift is that of the page's head. Pages with few words in common
 * are not moved.
 */
export function fitTransform(
  from: readonly PositionedLetters[],
  to: readonly PositionedLetters[],
): PageTransform {
  const pairs = uniquePairs(from, to)
  if (pairs.length < minPairs) return identity
  const slopes = pairs.flatMap(([a, b], i) =>
    pairs
      .slice(i + 1)
      .filter(([c]) => !(Math.abs(c.x - a.x) < 0.2))
      .map(([c, d]) => (d.x - b.x) / (c.x - a.x)),
  )
  const scale = Math.min(1.3, Math.max(0.75, slopes.length < minPairs ? 1 : median(slopes)))
  const head = pairs.toSorted(([, a], [, b]) => a.y - b.y).slice(0, Math.max(5, pairs.length / 3))
  return {
    scale,
    x: median(pairs.map(([a, b]) => b.x - a.x * scale)),
    y: median(head.map(([a, b]) => b.y - a.y * scale)),
  }
}

type Pair = readonly [PositionedLetters, PositionedLetters]

function uniquePairs(
  from: readonly PositionedLetters[],
  to: readonly PositionedLetters[],
): readonly Pair[] {
  const uniqueFrom = indexUniqueWords(from)
  const uniqueTo = indexUniqueWords(to)
  return [...uniqueFrom]
    .flatMap(([letters, a]): readonly Pair[] => {
      const b = uniqueTo.get(letters)
      return b ? [[a, b]] : []
    })
    .slice(0, maxPairs)
}

function indexUniqueWords(
  words: readonly PositionedLetters[],
): ReadonlyMap<string, PositionedLetters> {
  const groups = Map.groupBy(words, ({ letters }) => letters)
  return new Map(
    [...groups]
      .map(([letters, [first, ...repeats]]) =>
        first && repeats.length === 0 ? ([letters, first] as const) : undefined,
      )
      .filter((value) => value !== undefined),
  )
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

export const mapX = ({ scale, x }: PageTransform, position: number): number => position * scale + x
export const mapY = ({ scale, y }: PageTransform, position: number): number => position * scale + y

export const mapLetters = (
  transform: PageTransform,
  word: PositionedLetters,
): PositionedLetters => ({
  letters: word.letters,
  x: mapX(transform, word.x),
  y: mapY(transform, word.y),
})
