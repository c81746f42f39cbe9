import type { Box } from '@recto/document-text/model'
import type { OpenDocument } from '../document/open-document.ts'
import { type ColourPicture, renderPartInColours } from '../pictures/render-page.ts'
import { differenceIn, openPart } from './part-of-page.ts'
import { areaAround, partsToDraw } from './parts-to-draw.ts'
import { seenContrast } from './stands-out.ts'

type LoadedPage = { readonly page: number; readonly width: number; readonly height: number }

/** A word, or a part of one, that is drawn by one text object. */
export type DrawnPiece = {
  readonly run: number
  readonly box: Box
  /** How many letters it has. */
  readonly letters: number
}

export type PieceInk = {
  /** Something of the page looks different without the text. */
  readonly isOwn: boolean
  /** Without it, there is ink in its place all the same. */
  readonly isUnder: boolean
}

/** Pixels a point. What the first leaves in doubt is drawn finer. */
const coarse = 1
const fine = 2
/** Of a part of so many pixels, a coarse picture costs as much as a fine one: PDFium goes through the whole page for either. */
const fewPixels = 50_000
/** Levels of 255. */
const seenInk = 50
/** Of the pixels of a piece; letters cover more, also small ones. */
const leastShare = 0.004
/** Letters that cover less are thin, or seen only where they cross something: they are drawn in a colour that shows all of them. */
const fullShare = 0.12
const leastLetters = 3
/** Of a coarse picture, in which letters run together. */
const plainShare = 0.25
const seenShare = 0.4
const clearest = [255, 0, 255, 255] as const

/**
 * What the page shows of texts: it is drawn with them and without them, and where both pictures are the same, nobody sees
 * them, whatever the reason. Against what is really behind each of them, not against white.
 */
export function measureInk(
  given: Asking,
  loaded: LoadedPage,
  pieces: readonly DrawnPiece[],
): ReadonlyMap<DrawnPiece, PieceInk> {
  const inks = new Map<DrawnPiece, PieceInk>()
  for (const part of partsToDraw(pieces))
    for (const [i, ink] of measurePart(given, loaded, part).entries()) inks.set(part[i]!, ink)
  return inks
}

function measurePart(
  given: Asking,
  loaded: LoadedPage,
  pieces: readonly DrawnPiece[],
): readonly PieceInk[] {
  if (areaAround(pieces) * fine ** 2 <= fewPixels)
    return measureAt(given, loaded, { pieces, scale: fine })
  const inks = [...measureAt(given, loaded, { pieces, scale: coarse })]
  const doubted = pieces.flatMap((_, i) => (inks[i]!.isPlain ? [] : [i]))
  if (doubted.length === 0) return inks
  const finer = measureAt(given, loaded, { pieces: doubted.map((i) => pieces[i]!), scale: fine })
  for (const [place, i] of doubted.entries()) inks[i] = finer[place]!
  return inks
}

type Looked = { readonly pieces: readonly DrawnPiece[]; readonly scale: number }

function measureAt(
  given: Asking,
  loaded: LoadedPage,
  { pieces, scale: wanted }: Looked,
): readonly (PieceInk & { readonly isPlain: boolean })[] {
  const { pdfium } = given
  const part = openPart(loaded, { boxes: pieces.map(({ box }) => box), scale: wanted })
  if (!part) return pieces.map(() => ({ isOwn: false, isUnder: false, isPlain: true }))
  const draw = () => renderPartInColours(pdfium, loaded, part.drawn)
  const runs = [...new Set(pieces.map(({ run }) => run))]
  const shown = draw()
  for (const run of runs) pdfium.FPDFPageObj_SetIsActive(run, 0)
  const bare = draw()
  for (const run of runs) pdfium.FPDFPageObj_SetIsActive(run, 1)
  const inks = pieces.map(({ box }) => inkIn(shown, bare, part.toPixels(box)))
  const isFaint = ({ share }: Ink) => share >= leastShare && share < fullShare
  if (wanted === coarse)
    return inks.map(({ share, isUnder }) => {
      const isPlain = share >= plainShare
      return { isOwn: isPlain, isUnder, isPlain }
    })
  const isInDoubt = inks.some((ink, i) => isFaint(ink) && pieces[i]!.letters >= leastLetters)
  const clear = isInDoubt ? inClearColour(given, runs, draw) : undefined
  return inks.map((ink, i) => {
    const { share, isUnder } = ink
    const all = clear && isFaint(ink) && inkIn(clear, bare, part.toPixels(pieces[i]!.box))
    const isOwn = share >= leastShare && (!all || share >= seenShare * all.share)
    return { isOwn, isUnder, isPlain: true }
  })
}

type Asking = Pick<OpenDocument, 'pdfium' | 'scratch'>

/** The same picture with all of the letters to be seen. */
function inClearColour(
  { pdfium, scratch }: Asking,
  runs: readonly number[],
  draw: () => ColourPicture,
): ColourPicture {
  const p = scratch.pointer
  const before = runs.flatMap((run) => {
    if (pdfium.FPDFPageObj_GetFillColor(run, p, p + 4, p + 8, p + 12) !== 1) return []
    return [{ run, colour: [...new Uint32Array(pdfium.memory.buffer, p, 4)] }]
  })
  for (const { run } of before) pdfium.FPDFPageObj_SetFillColor(run, ...clearest)
  const picture = draw()
  for (const { run, colour } of before) pdfium.FPDFPageObj_SetFillColor(run, ...colour)
  return picture
}

type Ink = {
  /** Of its pixels, how many look different without it. */
  readonly share: number
  readonly isUnder: boolean
}

function inkIn(shown: ColourPicture, bare: ColourPicture, box: Box): Ink {
  const { share, range } = differenceIn([shown, bare], box, seenContrast)
  return { share, isUnder: range >= seenInk }
}
