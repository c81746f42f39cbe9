import type { Box } from '@recto/document-text/model'
import type { OpenDocument } from '../pdfium/pdfium.ts'
import { type ColourPicture, renderPartInColours } from '../pictures/render-page.ts'
import { measureDifference, openPart } from './part-of-page.ts'
import { getEnclosingArea, groupIntoParts } from './parts-to-draw.ts'
import { seenContrast } from './stands-out.ts'

type PageHandle = { readonly page: number; readonly width: number; readonly height: number }

/** A word, or a part of one, that is drawn by one text object. */
export type DrawnPiece = {
  readonly run: number
  readonly box: Box
  /** Number of letters. */
  readonly letters: number
}

export type PieceInk = {
  /** The page looks different without the text. */
  readonly isVisible: boolean
  /** Without the text, there is still ink in its box. */
  readonly hasInkBelow: boolean
}

/** Pixels per point. What the coarse rendering leaves in doubt is rendered at the fine scale. */
const coarseScale = 1
const fineScale = 2
/**
 * Below this number of pixels, a coarse picture costs as much as a fine one: PDFium walks through
 * the whole page for either.
 */
const smallPartPixels = 50_000
/** Difference in brightness, of 255 levels, that counts as ink. */
const minInkRange = 50
/** Minimum share of a piece's pixels that its letters change; even small letters change more. */
const minShare = 0.004
/**
 * Letters that change a smaller share are thin, or visible only where they cross something: they
 * are rendered again in a colour that shows all of them.
 */
const fullShare = 0.12
const minLetters = 3
/**
 * Share in a coarse picture, in which letters blur together, above which they are certainly
 * visible.
 */
const certainShare = 0.25
const minVisibleShare = 0.4
const signalColour = [255, 0, 255, 255] as const

/**
 * Measures what the page shows of texts: it is rendered with them and without them, and a text
 * whose box looks the same in both pictures is invisible, whatever the reason. Compares against the
 * actual background of each text, not against white.
 */
export function measureInk(
  context: PdfiumContext,
  page: PageHandle,
  pieces: readonly DrawnPiece[],
): ReadonlyMap<DrawnPiece, PieceInk> {
  const inks = new Map<DrawnPiece, PieceInk>()
  for (const part of groupIntoParts(pieces))
    for (const [i, ink] of measurePart(context, page, part).entries()) inks.set(part[i]!, ink)
  return inks
}

function measurePart(
  context: PdfiumContext,
  page: PageHandle,
  pieces: readonly DrawnPiece[],
): readonly PieceInk[] {
  if (getEnclosingArea(pieces) * fineScale ** 2 <= smallPartPixels)
    return measureAt(context, page, { pieces, scale: fineScale })
  const inks = [...measureAt(context, page, { pieces, scale: coarseScale })]
  const doubtfulIndexes = pieces
    .map((_, i) => (inks[i]!.isPlain ? undefined : i))
    .filter((value) => value !== undefined)
  if (doubtfulIndexes.length === 0) return inks
  const fineInks = measureAt(context, page, {
    pieces: doubtfulIndexes.map((i) => pieces[i]!),
    scale: fineScale,
  })
  for (const [index, i] of doubtfulIndexes.entries()) inks[i] = fineInks[index]!
  return inks
}

type MeasureOptions = { readonly pieces: readonly DrawnPiece[]; readonly scale: number }

function measureAt(
  context: PdfiumContext,
  page: PageHandle,
  { pieces, scale: requestedScale }: MeasureOptions,
): readonly (PieceInk & { readonly isPlain: boolean })[] {
  const { pdfium } = context
  const part = openPart(page, { boxes: pieces.map(({ box }) => box), scale: requestedScale })
  if (!part) return pieces.map(() => ({ isVisible: false, hasInkBelow: false, isPlain: true }))
  const render = () => renderPartInColours(pdfium, page, part.region)
  const runs = [...new Set(pieces.map(({ run }) => run))]
  const withText = render()
  for (const run of runs) pdfium.FPDFPageObj_SetIsActive(run, 0)
  const withoutText = render()
  for (const run of runs) pdfium.FPDFPageObj_SetIsActive(run, 1)
  const inks = pieces.map(({ box }) => measureInkIn(withText, withoutText, part.toPixels(box)))
  const isFaint = ({ share }: Ink) => share >= minShare && share < fullShare
  if (requestedScale === coarseScale)
    return inks.map(({ share, hasInkBelow }) => {
      const isPlain = share >= certainShare
      return { isVisible: isPlain, hasInkBelow, isPlain }
    })
  const isInDoubt = inks.some((ink, i) => isFaint(ink) && pieces[i]!.letters >= minLetters)
  const inSignalColour = isInDoubt ? renderInSignalColour(context, runs, render) : undefined
  return inks.map((ink, i) => {
    const { share, hasInkBelow } = ink
    const fullInk =
      inSignalColour &&
      isFaint(ink) &&
      measureInkIn(inSignalColour, withoutText, part.toPixels(pieces[i]!.box))
    const isVisible = share >= minShare && (!fullInk || share >= minVisibleShare * fullInk.share)
    return { isVisible, hasInkBelow, isPlain: true }
  })
}

type PdfiumContext = Pick<OpenDocument, 'pdfium' | 'scratch' | 'pages'>

/** Renders the same picture with all letters in a colour that stands out. */
function renderInSignalColour(
  { pdfium, scratch, pages }: PdfiumContext,
  runs: readonly number[],
  render: () => ColourPicture,
): ColourPicture {
  const p = scratch.pointer
  const originalColours = runs
    .map((run) => {
      if (pdfium.FPDFPageObj_GetFillColor(run, p, p + 4, p + 8, p + 12) !== 1) return undefined
      return { run, colour: [...new Uint32Array(pdfium.memory.buffer, p, 4)] }
    })
    .filter((value) => value !== undefined)
  for (const { run } of originalColours) pdfium.FPDFPageObj_SetFillColor(run, ...signalColour)
  const picture = render()
  for (const { run, colour } of originalColours) pdfium.FPDFPageObj_SetFillColor(run, ...colour)
  // The colours are back, but no longer in the colour spaces of the file.
  pages.markChanged()
  return picture
}

type Ink = {
  /** Share of the box's pixels that look different without the text. */
  readonly share: number
  readonly hasInkBelow: boolean
}

function measureInkIn(withText: ColourPicture, withoutText: ColourPicture, box: Box): Ink {
  const { share, range } = measureDifference([withText, withoutText], box, seenContrast)
  return { share, hasInkBelow: range >= minInkRange }
}
