import type { Box, HiddenReason } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import type { Glyph } from '../../words/glyph.ts'
import { displaySize, type PageFrame } from '../pdfium/page-frame.ts'
import type { OpenDocument } from '../pdfium/pdfium.ts'
import { findSuspects, type PageSuspects, type Suspicion } from './find-suspects.ts'
import { findLyingFonts } from './lying-fonts.ts'
import { measureInk } from './own-ink.ts'
import { lookThroughAnnotations } from './under-annotations.ts'

type PageContext = Pick<OpenDocument, 'pdfium' | 'scratch' | 'pages'> & {
  readonly page: number
  readonly frame: PageFrame
}

export type SeparatedGlyphs = {
  /** The letters that a person sees, in text order; the given array when nothing is hidden. */
  readonly visible: readonly Glyph[]
  readonly hidden: ReadonlyMap<HiddenReason, readonly Glyph[]>
  /** The text objects that are hidden. */
  readonly runs: ReadonlySet<number>
  /** Fonts whose letters are drawn with the shapes of others. */
  readonly lyingFonts: ReadonlySet<number>
}

type Piece = {
  readonly run: number
  readonly box: Box
  readonly suspicion: Suspicion
  /** Indexes into the glyphs. */
  readonly glyphIndexes: readonly number[]
}

/**
 * Separates the letters of a page that a person sees from those that are hidden, by reason. The
 * page's objects are cheap to inspect; a part of the page is rendered only where they leave a
 * doubt.
 */
export function separateHidden(context: PageContext, glyphs: readonly Glyph[]): SeparatedGlyphs {
  const lyingFonts = findLyingFonts(context, glyphs)
  const suspects = findSuspects(context)
  const pieces = findSuspectPieces(glyphs, suspects, { ...displaySize(context.frame), lyingFonts })
  if (pieces.length === 0)
    return { visible: glyphs, hidden: new Map(), runs: new Set(), lyingFonts }
  const hiddenPieces = [
    ...pieces.filter(({ suspicion }) => suspicion.isCertain),
    ...findUnseenPieces(context, glyphs, {
      suspects,
      pieces: pieces.filter(({ suspicion }) => !suspicion.isCertain),
    }),
  ]
  return { ...splitGlyphs(glyphs, hiddenPieces), lyingFonts }
}

function splitGlyphs(
  glyphs: readonly Glyph[],
  hiddenPieces: readonly Piece[],
): Omit<SeparatedGlyphs, 'lyingFonts'> {
  const reasons = new Map<number, HiddenReason>()
  for (const { glyphIndexes, suspicion } of hiddenPieces)
    for (const glyphIndex of glyphIndexes) reasons.set(glyphIndex, suspicion.reason)
  if (reasons.size === 0) return { visible: glyphs, hidden: new Map(), runs: new Set() }
  const visible: Glyph[] = []
  const hidden = new Map<HiddenReason, Glyph[]>()
  glyphs.forEach((glyph, glyphIndex) => {
    const reason = reasons.get(glyphIndex)
    if (reason === undefined) visible.push(glyph)
    if (reason !== undefined) getOrCreateList(hidden, reason).push(glyph)
    else if (glyph.space !== 'none') for (const letters of hidden.values()) letters.push(glyph)
  })
  return { visible, hidden, runs: new Set(hiddenPieces.map(({ run }) => run)) }
}

function getOrCreateList(hidden: Map<HiddenReason, Glyph[]>, reason: HiddenReason): Glyph[] {
  const list = hidden.get(reason) ?? []
  hidden.set(reason, list)
  return list
}

type Size = { readonly width: number; readonly height: number }

/** Groups consecutive suspect letters of one text object into pieces. */
function findSuspectPieces(
  glyphs: readonly Glyph[],
  suspects: PageSuspects,
  page: Size & Pick<SeparatedGlyphs, 'lyingFonts'>,
): Piece[] {
  const pieces: Piece[] = []
  let openPiece:
    | { run: number; suspicion: Suspicion; glyphIndexes: number[]; boxes: Box[] }
    | undefined
  const closePiece = () => {
    if (openPiece) pieces.push({ ...openPiece, box: uniteBoxes(openPiece.boxes) })
    openPiece = undefined
  }
  const isPlain = createPlainCheck(suspects, page)
  glyphs.forEach((glyph, glyphIndex) => {
    const isLetter = glyph.space === 'none' && !isPlain(glyph)
    const suspicion = isLetter ? findSuspicion(glyph, suspects, page) : undefined
    const continuesPiece =
      openPiece && openPiece.run === glyph.run && isSameSuspicion(openPiece.suspicion, suspicion)
    if (!continuesPiece) closePiece()
    if (!suspicion) return
    openPiece ??= { run: glyph.run, suspicion, glyphIndexes: [], boxes: [] }
    openPiece.glyphIndexes.push(glyphIndex)
    openPiece.boxes.push(glyph.box)
  })
  closePiece()
  return pieces
}

function isSameSuspicion(a: Suspicion, b: Suspicion | undefined): boolean {
  return a.reason === b?.reason && a.isUnderAnnotations === b.isUnderAnnotations
}

/** In points along the line: letters that are set narrower are strokes. */
const minEm = 0.5

/** Checks once per text object, because its letters are consecutive and have one font. */
function createPlainCheck(
  suspects: PageSuspects,
  { lyingFonts }: Pick<SeparatedGlyphs, 'lyingFonts'>,
): (glyph: Glyph) => boolean {
  let currentRun = 0
  let isPlain = false
  return ({ run, font, em }) => {
    if (run === currentRun) return isPlain
    currentRun = run
    isPlain = em >= minEm && !lyingFonts.has(font) && suspects.isPlain(run)
    return isPlain
  }
}

function findSuspicion(
  { box, run, font, em }: Glyph,
  suspects: PageSuspects,
  { width, height, lyingFonts }: Size & Pick<SeparatedGlyphs, 'lyingFonts'>,
): Suspicion | undefined {
  const x = (box[0] + box[2]) / 2
  const y = (box[1] + box[3]) / 2
  if (x < 0 || y < 0 || x > width || y > height) return { reason: 'outside', isCertain: true }
  if (em > 0 && em < minEm && Math.min(box[2] - box[0], box[3] - box[1]) < minEm)
    return { reason: 'tiny', isCertain: true }
  if (lyingFonts.has(font)) return { reason: 'other-letters', isCertain: true }
  return suspects.findSuspicion(run, x, y)
}

type SuspectPieces = { readonly suspects: PageSuspects; readonly pieces: readonly Piece[] }

/** Returns the pieces that the page does not show. */
function findUnseenPieces(
  context: PageContext,
  glyphs: readonly Glyph[],
  suspectPieces: SuspectPieces,
): readonly Piece[] {
  const { suspects, pieces } = suspectPieces
  const looks = checkUnderAnnotations(context, suspectPieces)
  const undecidedPieces = pieces
    .filter((piece) => !looks.has(piece))
    .map((piece) => ({ ...piece, letters: piece.glyphIndexes.length }))
  const coveredPieces = pieces.filter((piece) => looks.get(piece) === 'covered')
  if (undecidedPieces.length === 0) return coveredPieces
  const { page, frame } = context
  const inks = measureInk(context, { page, ...displaySize(frame) }, undecidedPieces)
  let isShownElsewhere: ((box: Box) => boolean) | undefined
  const invisiblePieces = undecidedPieces.filter((piece) => {
    const { isVisible, hasInkBelow } = inks.get(piece)!
    if (isVisible) return false
    if (!hasInkBelow || !mayBeOcrText(suspects, piece)) return true
    isShownElsewhere ??= createShownCheck(glyphs, pieces)
    return isShownElsewhere(piece.box)
  })
  return [...coveredPieces, ...invisiblePieces]
}

/** OCR software places recognized text invisibly over the scan that shows it, or under it. */
function mayBeOcrText({ pictures }: PageSuspects, { suspicion, box }: Piece): boolean {
  const { reason } = suspicion
  if (reason !== 'transparent' && reason !== 'covered') return false
  return pictures.some((picture) => containsCentre(picture, box))
}

function checkUnderAnnotations(
  { pdfium, page, frame }: PageContext,
  { suspects, pieces }: SuspectPieces,
): ReadonlyMap<Piece, 'seen' | 'covered'> {
  const piecesUnder = pieces
    .filter((piece) => piece.suspicion.isUnderAnnotations && !mayBeOcrText(suspects, piece))
    .map((piece) => ({
      piece,
      box: piece.box,
      colours: suspects.findColours(piece.run, piece.box),
    }))
  const looks = lookThroughAnnotations(pdfium, { page, ...displaySize(frame) }, piecesUnder)
  return new Map([...looks].map(([{ piece }, look]) => [piece, look]))
}

const cellSize = 6

/** Returns a check whether unsuspicious letters are at the position of a box. */
function createShownCheck(
  glyphs: readonly Glyph[],
  pieces: readonly Piece[],
): (box: Box) => boolean {
  const suspectIndexes = new Set(pieces.flatMap(({ glyphIndexes }) => glyphIndexes))
  const cells = new Set<string>()
  const toCellKey = (x: number, y: number) =>
    `${Math.floor(x / cellSize)} ${Math.floor(y / cellSize)}`
  glyphs.forEach(({ box, space }, glyphIndex) => {
    if (space !== 'none' || suspectIndexes.has(glyphIndex)) return
    cells.add(toCellKey((box[0] + box[2]) / 2, (box[1] + box[3]) / 2))
  })
  return ([x0, y0, x1, y1]) => cells.has(toCellKey((x0 + x1) / 2, (y0 + y1) / 2))
}

function containsCentre([x0, y0, x1, y1]: Box, box: Box): boolean {
  const x = (box[0] + box[2]) / 2
  const y = (box[1] + box[3]) / 2
  return x >= x0 && x <= x1 && y >= y0 && y <= y1
}
