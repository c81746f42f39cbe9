import type { StaticWord } from './layout.ts'

/** Of the lines of words that other issuers do not print, so many must stand on a document of the layout. */
const leastOwn = 0.6
const fewestOwn = 3
/** In widths: words that are less apart stand on one line. */
const lineHeight = 0.012

/**
 * The share of a layout's lines of words of its issuer that stand on a document: an address is a few lines of few
 * words, and a sentence that many print is one line of many. `undefined` where the issuer prints too few.
 */
export function shareOfOwnLines(
  words: readonly StaticWord[],
  standing: ReadonlySet<StaticWord>,
): number | undefined {
  const own = words.filter(({ isOwn }) => isOwn)
  const lines = [...Map.groupBy(own, ({ y }) => Math.round(y[1] / lineHeight)).values()]
  if (lines.length < fewestOwn) return undefined
  const found = lines.filter(
    (line) => line.filter((word) => standing.has(word)).length * 2 > line.length,
  )
  return found.length / lines.length
}

export const isOfIssuer = (share: number | undefined): boolean =>
  share === undefined || share >= leastOwn
