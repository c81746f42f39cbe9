import type { DocumentText } from '@recto/document-text/model'
import { minWords } from './group-documents.ts'
import type { CompiledLayout, StaticWord } from './layout.ts'
import { isFromIssuer, shareOfOwnLines } from './own-lines.ts'
import {
  fitTransform,
  mapLetters,
  type PageTransform,
  type PositionedLetters,
  toPositionedLetters,
} from './page-transform.ts'
import { type EndPages, toEndPages } from './positioned-page.ts'
import { isWithin } from './static-words.ts'

/** Document with its mapping to a layout. */
export type MappedDocument = {
  readonly pages: EndPages
  /** Mapping from positions on the document's pages to those of the layout. */
  readonly transform: PageTransform
  /** Indices of the first page's words that are static words of the layout. */
  readonly staticIndices: ReadonlySet<number>
}

export type LayoutMatch = MappedDocument & {
  /** Share of the layout's words that are at their expected positions, 0 to 1. */
  readonly likeness: number
  /** Share of the lines of words that only the issuer prints, 0 to 1. */
  readonly issuerShare: number
}

/** Minimum likeness: below it a document matches no known layout. */
const minLikeness = 0.72
/**
 * Minimum lead over the next layout: when two layouts fit a document equally well, neither is
 * chosen.
 */
const minLead = 0.03
/** Minimum lead by the issuer's lines alone, because two issuers may use the same form. */
const minIssuerLead = 0.2

const horizontalTolerance = 0.02
const verticalTolerance = 0.25

/** Matches a document with a layout; `undefined` when in doubt. */
function matchLayout(
  document: DocumentText,
  words: readonly StaticWord[],
): LayoutMatch | undefined {
  const pages = toEndPages(document)
  if (!pages || words.length < minWords) return undefined
  const { transform, presentWords, staticIndices } = locateStaticWords(pages, words)
  const likeness = presentWords.length / words.length
  if (likeness < minLikeness) return undefined
  const issuerShare = shareOfOwnLines(words, new Set(presentWords))
  if (!isFromIssuer(issuerShare)) return undefined
  return { pages, transform, staticIndices, likeness, issuerShare: issuerShare ?? likeness }
}

/**
 * Returns the only layout that a document fits, or the one that fits clearly better than all
 * others.
 */
export function findBestLayout<T extends { readonly layout: Pick<CompiledLayout, 'words'> }>(
  document: DocumentText,
  layouts: readonly T[],
): { readonly candidate: T; readonly match: LayoutMatch } | undefined {
  const matchingLayouts = layouts
    .map((candidate) => {
      const match = matchLayout(document, candidate.layout.words)
      return match ? { candidate, match } : undefined
    })
    .filter((value) => value !== undefined)
    .toSorted((a, b) => b.match.likeness - a.match.likeness)
  const [best, next] = matchingLayouts
  if (!best) return undefined
  return next && !isClearlyBetter(best.match, next.match) ? undefined : best
}

const isClearlyBetter = (best: LayoutMatch, next: LayoutMatch) =>
  best.likeness - next.likeness >= minLead || best.issuerShare - next.issuerShare >= minIssuerLead

/** Maps a document that is known to have the layout. */
export function mapToLayout(pages: EndPages, words: readonly StaticWord[]): MappedDocument {
  const { transform, staticIndices } = locateStaticWords(pages, words)
  return { pages, transform, staticIndices }
}

function locateStaticWords({ first }: EndPages, words: readonly StaticWord[]) {
  const wordPositions = words.map(
    ({ letters, x, y }): PositionedLetters => ({ letters, x: middle(x), y: middle(y) }),
  )
  const transform = fitTransform(toPositionedLetters(first), wordPositions)
  const byLetters = Map.groupBy(first.words, ({ letters }) => letters)
  const staticIndices = new Set<number>()
  const presentWords = words.filter(({ letters, x, y }) => {
    const [nearest] = (byLetters.get(letters) ?? [])
      .map((word) => ({
        word,
        position: mapLetters(transform, { letters, x: word.x0, y: word.y0 }),
      }))
      .filter(
        ({ word, position }) =>
          !staticIndices.has(word.index) &&
          isWithin(position.x, x, horizontalTolerance) &&
          isWithin(position.y, y, verticalTolerance),
      )
      .toSorted((a, b) => Math.abs(a.position.y - middle(y)) - Math.abs(b.position.y - middle(y)))
    if (nearest) staticIndices.add(nearest.word.index)
    return nearest !== undefined
  })
  return { transform, presentWords, staticIndices }
}

const middle = ([min, max]: readonly [number, number]) => (min + max) / 2
