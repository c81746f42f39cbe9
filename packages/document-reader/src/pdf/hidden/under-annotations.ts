import type { Box } from '@recto/document-text/model'
import type { Colour } from '../../images/colour.ts'
import type { Pdfium } from '../pdfium/pdfium.ts'
import { renderPartInColours } from '../pictures/render-page.ts'
import { differenceIn, openPart } from './part-of-page.ts'
import { plainContrast, seenContrast, type TextColours } from './stands-out.ts'

type LoadedPage = { readonly page: number; readonly width: number; readonly height: number }

export type PieceUnderAnnotations = {
  readonly box: Box
  /** Unknown where there are several. */
  readonly colours: TextColours | undefined
}

/** Of the places of a piece: with fewer, a picture of its letters tells. */
const nearlyAll = 0.9

/**
 * Which texts are seen through the annotations over them, and which are covered by them. Without a letter being drawn, which
 * is what takes long: annotations alone are drawn on paper of the colour of the text and on paper of the colour behind it,
 * and where the two can be told apart, so can the text. Of the most frequent colours of text; texts of others, and those
 * that are covered in part, are not among those returned.
 */
export function lookThroughAnnotations<Piece extends PieceUnderAnnotations>(
  pdfium: Pdfium,
  loaded: LoadedPage,
  pieces: readonly Piece[],
): ReadonlyMap<Piece, 'seen' | 'covered'> {
  const asked = ofOneColour(pieces)
  const colours = asked[0]?.colours
  const part = openPart(loaded, { boxes: asked.map(({ box }) => box), scale: 1 })
  if (!colours || !part) return new Map()
  const draw = (paper: Colour) => renderPartInColours(pdfium, loaded, { ...part.drawn, paper })
  const [text, behind] = withoutObjects(pdfium, loaded.page, () => [
    draw(colours.text),
    draw(colours.behind),
  ])
  const known = new Map<Piece, 'seen' | 'covered'>()
  for (const piece of asked) {
    const shareOf = (levels: number) =>
      differenceIn([text, behind], part.toPixels(piece.box), levels).share
    if (shareOf(plainContrast) >= nearlyAll) known.set(piece, 'seen')
    else if (shareOf(seenContrast) === 0) known.set(piece, 'covered')
  }
  return known
}

function ofOneColour<Piece extends PieceUnderAnnotations>(
  pieces: readonly Piece[],
): readonly Piece[] {
  const byColours = Map.groupBy(
    pieces.filter(({ colours }) => colours),
    ({ colours }) => `${colours?.text.join()} ${colours?.behind.join()}`,
  )
  return [...byColours.values()].sort((a, b) => b.length - a.length)[0] ?? []
}

/** Runs something while the page itself draws nothing. */
function withoutObjects<Result>(pdfium: Pdfium, page: number, run: () => Result): Result {
  const count = pdfium.FPDFPage_CountObjects(page)
  const setAll = (isActive: 0 | 1) => {
    for (let i = 0; i < count; i++)
      pdfium.FPDFPageObj_SetIsActive(pdfium.FPDFPage_GetObject(page, i), isActive)
  }
  setAll(0)
  try {
    return run()
  } finally {
    setAll(1)
  }
}
