import { editDistance } from './edit-distance.ts'
import type { Anchor } from './layout.ts'
import type { MappedDocument } from './match-layout.ts'
import { mapX, mapY, type PageTransform } from './page-transform.ts'
import type { EndPages, PositionedWord } from './positioned-page.ts'
import { isWithin } from './static-words.ts'

/** Words of a row: `rows[row].words.slice(from, to)`. */
export type AnchorMatch = {
  readonly page: EndPages['first']
  readonly row: number
  readonly from: number
  readonly to: number
}

const horizontalTolerance = 0.02
const verticalTolerance = 0.25
const exactMatches: AnchorCache = new WeakMap()
const approximateMatches: AnchorCache = new WeakMap()

/**
 * Finds the words of an anchor near their known position. Letters are compared without regard to
 * how they are split into words; long anchors may contain one wrong letter unless `isExact` is set.
 * Returns the nearest match.
 */
export function findAnchor(
  document: MappedDocument,
  anchor: Anchor,
  isExact = false,
): AnchorMatch | undefined {
  const cache = isExact ? exactMatches : approximateMatches
  const matchesByAnchor = cache.get(document) ?? new WeakMap<Anchor, AnchorMatch | 'none'>()
  cache.set(document, matchesByAnchor)
  const match = matchesByAnchor.get(anchor) ?? searchAnchor(document, anchor, isExact) ?? 'none'
  matchesByAnchor.set(anchor, match)
  return match === 'none' ? undefined : match
}

type AnchorCache = WeakMap<MappedDocument, WeakMap<Anchor, AnchorMatch | 'none'>>

function searchAnchor(
  { pages, transform }: MappedDocument,
  anchor: Anchor,
  isExact: boolean,
): AnchorMatch | undefined {
  const page = pages[anchor.page]
  const candidates = page.rows.flatMap((wordRow, row) =>
    wordRow.words
      .map((word, from) => {
        if (!isNear(transform, word, anchor)) return undefined
        const phrase = matchPhrase(wordRow.words.slice(from), anchor.letters, isExact)
        if (!phrase) return undefined
        const cost = phrase.wrong * 0.1 + positionDeviation(transform, word, anchor)
        return { anchor: { page, row, from, to: from + phrase.length }, cost }
      })
      .filter((value) => value !== undefined),
  )
  let best = candidates[0]
  for (const candidate of candidates) if (best && candidate.cost < best.cost) best = candidate
  return best?.anchor
}

const isNear = (transform: PageTransform, word: PositionedWord, { x, y }: Anchor) =>
  word.letters !== '' &&
  isWithin(mapX(transform, word.x0), x, horizontalTolerance) &&
  isWithin(mapY(transform, word.y0), y, verticalTolerance)

/**
 * Returns the distance by which a word is outside the anchor's known positions, then its distance
 * from their middle.
 */
function positionDeviation(
  transform: PageTransform,
  word: PositionedWord,
  { x, y }: Anchor,
): number {
  const mappedX = mapX(transform, word.x0)
  const mappedY = mapY(transform, word.y0)
  const verticalExcess = Math.max(0, y[0] - mappedY, mappedY - y[1])
  return verticalExcess + Math.abs(mappedX - middle(x)) + Math.abs(mappedY - middle(y)) * 0.1
}

const middle = ([min, max]: Anchor['x']) => (min + max) / 2

/** Returns the words, beginning with the first, that spell the letters. */
function matchPhrase(
  words: readonly PositionedWord[],
  letters: string,
  isExact: boolean,
): { readonly length: number; readonly wrong: number } | undefined {
  let spelling = ''
  for (const [i, word] of words.entries()) {
    spelling += word.letters
    if (spelling.length > letters.length + 1) return undefined
    const wrong = countWrongLetters(spelling, letters, isExact ? 0 : maxWrongLetters(letters))
    if (wrong !== undefined) return { length: i + 1, wrong }
  }
  return undefined
}

function countWrongLetters(
  spelling: string,
  letters: string,
  maxWrong: number,
): number | undefined {
  if (spelling === letters) return 0
  return maxWrong === 0 || spelling.length < letters.length - 1
    ? undefined
    : editDistance(spelling, letters, maxWrong)
}

const maxWrongLetters = (letters: string) => (letters.length < 6 ? 0 : letters.length < 14 ? 1 : 2)
