import type { Box } from '@recto/document-text/model'
import type { Colour } from '../../images/colour.ts'
import type { Pdfium } from '../pdfium/pdfium.ts'
import { renderPartInColours } from '../pictures/render-page.ts'
import { measureDifference, openPart } from './part-of-page.ts'
import { plainContrast, seenContrast, type TextColours } from './stands-out.ts'

type PageHandle = { readonly page: number; readonly width: number; readonly height: number }

export type PieceUnderAnnotations = {
  readonly box: Box
  /** Undefined where there are several colours. */
  readonly colours: TextColours | undefined
}

/**
 * Minimum share of a piece's pixels that must differ; below it, the letters themselves must be
 * rendered.
 */
const minVisibleShare = 0.9

/**
 * Decides which texts are visible through the annotations over them, and which are covered. Avoids
 * rendering the text, which is slow: the annotations alone are rendered on paper in the colour of
 * the text and on paper in the background colour, and where the two pictures differ, the text is
 * visible. Covers only the largest group of texts with the same colours; other texts, and those
 * that are partly covered, are not in the result.
 */
export function lookThroughAnnotations<Piece extends PieceUnderAnnotations>(
  pdfium: Pdfium,
  page: PageHandle,
  pieces: readonly Piece[],
): ReadonlyMap<Piece, 'seen' | 'covered'> {
  const comparable = findMainColourGroup(pieces)
  const colours = comparable[0]?.colours
  const part = openPart(page, { boxes: comparable.map(({ box }) => box), scale: 1 })
  if (!colours || !part) return new Map()
  const draw = (paper: Colour) => renderPartInColours(pdfium, page, { ...part.region, paper })
  const [onTextColour, onBackgroundColour] = runWithoutObjects(pdfium, page.page, () => [
    draw(colours.text),
    draw(colours.behind),
  ])
  const looks = new Map<Piece, 'seen' | 'covered'>()
  for (const piece of comparable) {
    const shareOf = (levels: number) =>
      measureDifference([onTextColour, onBackgroundColour], part.toPixels(piece.box), levels).share
    if (shareOf(plainContrast) >= minVisibleShare) looks.set(piece, 'seen')
    else if (shareOf(seenContrast) === 0) looks.set(piece, 'covered')
  }
  return looks
}

function findMainColourGroup<Piece extends PieceUnderAnnotations>(
  pieces: readonly Piece[],
): readonly Piece[] {
  const byColours = Map.groupBy(
    pieces.filter(({ colours }) => colours),
    ({ colours }) => `${colours?.text.join()} ${colours?.behind.join()}`,
  )
  return [...byColours.values()].sort((a, b) => b.length - a.length)[0] ?? []
}

/** Runs a function while the objects of the page itself are inactive. */
function runWithoutObjects<Result>(pdfium: Pdfium, page: number, run: () => Result): Result {
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
