import type { StaticWord } from './layout.ts'

/** Minimum share of the issuer's own lines of words that a document of the layout must contain. */
const minOwnShare = 0.6
const minOwnLines = 3
/** Line height in page widths: words closer than this are on one line. */
const lineHeight = 0.012

/**
 * Returns the share of the issuer's own lines of words that a document contains. Lines are counted,
 * not words: an address is a few lines of few words, and a sentence that many issuers print is one
 * line of many words. `undefined` when the issuer prints too few such lines.
 */
export function shareOfOwnLines(
  words: readonly StaticWord[],
  presentWords: ReadonlySet<StaticWord>,
): number | undefined {
  const ownWords = words.filter(({ isOwn }) => isOwn)
  const lines = [...Map.groupBy(ownWords, ({ y }) => Math.round(y[1] / lineHeight)).values()]
  if (lines.length < minOwnLines) return undefined
  const presentLines = lines.filter(
    (line) => line.filter((word) => presentWords.has(word)).length * 2 > line.length,
  )
  return presentLines.length / lines.length
}

export const isFromIssuer = (share: number | undefined): boolean =>
  share === undefined || share >= minOwnShare
