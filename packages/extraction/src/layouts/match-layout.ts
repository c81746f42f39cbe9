import type { DocumentText } from '@recto/document-text/model'
import { type Frame, fitFrame, moved, type PlacedLetters, placedOf } from './frame.ts'
import { leastWords } from './group-documents.ts'
import { type LaidDocument, layDocument } from './laid-page.ts'
import type { CompiledLayout, StaticWord } from './layout.ts'
import { isOfIssuer, shareOfOwnLines } from './own-lines.ts'
import { isWithin } from './static-words.ts'

/** Document with its mapping to a layout. */
export type FramedDocument = {
  readonly laid: LaidDocument
  /** Mapping from positions on the document's pages to those of the layout. */
  readonly frame: Frame
  /** Indices of the first page's words that are static words of the layout. */
  readonly statics: ReadonlySet<number>
}

export type LayoutMatch = FramedDocument & {
  /** Share of the layout's words that are at their expected positions, 0 to 1. */
  readonly likeness: number
  /** Share of the lines of words that only the issuer prints, 0 to 1. */
  readonly ofIssuer: number
}

/** Minimum likeness: below it a document matches no known layout. */
const leastFound = 0.72
/**
 * Minimum lead over the next layout: when two layouts fit a document equally well, neither is
 * chosen.
 */
const leastLead = 0.03
/** Minimum lead by the issuer's lines alone, because two issuers may use the same form. */
const leastLeadOfIssuer = 0.2

const slackAcross = 0.02
const slackDown = 0.25

/** Matches a document with a layout; `undefined` when in doubt. */
function fitLayout(document: DocumentText, words: readonly StaticWord[]): LayoutMatch | undefined {
  const laid = layDocument(document)
  if (!laid || words.length < leastWords) return undefined
  const { frame, found, statics } = findStatics(laid, words)
  const likeness = found.length / words.length
  if (likeness < leastFound) return undefined
  const ofIssuer = shareOfOwnLines(words, new Set(found))
  if (!isOfIssuer(ofIssuer)) return undefined
  return { laid, frame, statics, likeness, ofIssuer: ofIssuer ?? likeness }
}

/**
 * Returns the only layout that a document fits, or the one that fits clearly better than all
 * others.
 */
export function likestLayout<Of extends { readonly layout: Pick<CompiledLayout, 'words'> }>(
  document: DocumentText,
  layouts: readonly Of[],
): { readonly one: Of; readonly match: LayoutMatch } | undefined {
  const fitting = layouts
    .map((one) => {
      const match = fitLayout(document, one.layout.words)
      return match ? { one, match } : undefined
    })
    .filter((value) => value !== undefined)
    .toSorted((a, b) => b.match.likeness - a.match.likeness)
  const [best, next] = fitting
  if (!best) return undefined
  return next && !leads(best.match, next.match) ? undefined : best
}

const leads = (best: LayoutMatch, next: LayoutMatch) =>
  best.likeness - next.likeness >= leastLead || best.ofIssuer - next.ofIssuer >= leastLeadOfIssuer

/** Maps a document that is known to have the layout. */
export function framedIn(laid: LaidDocument, words: readonly StaticWord[]): FramedDocument {
  const { frame, statics } = findStatics(laid, words)
  return { laid, frame, statics }
}

function findStatics({ first }: LaidDocument, words: readonly StaticWord[]) {
  const placed = words.map(
    ({ letters, x, y }): PlacedLetters => ({ letters, x: middle(x), y: middle(y) }),
  )
  const frame = fitFrame(placedOf(first), placed)
  const byLetters = Map.groupBy(first.words, ({ letters }) => letters)
  const statics = new Set<number>()
  const found = words.filter(({ letters, x, y }) => {
    const [nearest] = (byLetters.get(letters) ?? [])
      .map((word) => ({ word, at: moved(frame, { letters, x: word.x0, y: word.y0 }) }))
      .filter(
        ({ word, at }) =>
          !statics.has(word.at) && isWithin(at.x, x, slackAcross) && isWithin(at.y, y, slackDown),
      )
      .toSorted((a, b) => Math.abs(a.at.y - middle(y)) - Math.abs(b.at.y - middle(y)))
    if (nearest) statics.add(nearest.word.at)
    return nearest !== undefined
  })
  return { frame, found, statics }
}

const middle = ([least, most]: readonly [number, number]) => (least + most) / 2
