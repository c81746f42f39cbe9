import type { Box } from '@recto/document-text/model'
import { uniteBoxes } from '@recto/document-text/unite-boxes'
import type { OpenDocument } from '../document/open-document.ts'
import { type ColourPicture, renderPartInColours } from '../pictures/render-page.ts'
import { areaAround, partsToDraw } from './parts-to-draw.ts'

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

/** Pixels a point; of a large part of a page fewer are drawn. What the first leaves in doubt is drawn finer. */
const coarse = 1
const fine = 2
const mostPixels = 1_500_000
/** Of a part of so many pixels, a coarse picture costs as much as a fine one: PDFium goes through the whole page for either. */
const fewPixels = 50_000
/** Levels of 255 in one of the colours: what differs less is seen by nobody. */
const seen = 20
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
const mostSamples = 4000

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
  const part = clip(uniteBoxes(pieces.map(({ box }) => box)), loaded)
  if (!part) return pieces.map(() => ({ isOwn: false, isUnder: false, isPlain: true }))
  const area = (part[2] - part[0]) * (part[3] - part[1])
  const drawn = { box: part, scale: Math.min(wanted, Math.sqrt(mostPixels / Math.max(1, area))) }
  const draw = () => renderPartInColours(pdfium, loaded, drawn)
  const runs = [...new Set(pieces.map(({ run }) => run))]
  const shown = draw()
  for (const run of runs) pdfium.FPDFPageObj_SetIsActive(run, 0)
  const bare = draw()
  for (const run of runs) pdfium.FPDFPageObj_SetIsActive(run, 1)
  const inks = pieces.map(({ box }) => inkIn(shown, bare, toPixels(box, drawn, shown)))
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
    const all = clear && isFaint(ink) && inkIn(clear, bare, toPixels(pieces[i]!.box, drawn, shown))
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

function clip(box: Box, { width, height }: LoadedPage): Box | undefined {
  const [x0, y0] = [Math.max(0, Math.floor(box[0]) - 1), Math.max(0, Math.floor(box[1]) - 1)]
  const [x1, y1] = [Math.min(width, Math.ceil(box[2]) + 1), Math.min(height, Math.ceil(box[3]) + 1)]
  return x1 > x0 && y1 > y0 ? [x0, y0, x1, y1] : undefined
}

type Drawn = { readonly box: Box; readonly scale: number }

function toPixels(
  [x0, y0, x1, y1]: Box,
  { box, scale }: Drawn,
  { width, height }: ColourPicture,
): Box {
  return [
    Math.max(0, Math.floor((x0 - box[0]) * scale)),
    Math.max(0, Math.floor((y0 - box[1]) * scale)),
    Math.min(width, Math.ceil((x1 - box[0]) * scale)),
    Math.min(height, Math.ceil((y1 - box[1]) * scale)),
  ]
}

type Ink = {
  /** Of its pixels, how many look different without it. */
  readonly share: number
  readonly isUnder: boolean
}

function inkIn(shown: ColourPicture, bare: ColourPicture, box: Box): Ink {
  let [samples, different, low, high] = [0, 0, 255, 0]
  for (const at of samplesIn(shown, box)) {
    samples++
    if (differenceAt(shown.pixels, bare.pixels, at) >= seen) different++
    const green = bare.pixels[at + 1]!
    low = Math.min(low, green)
    high = Math.max(high, green)
  }
  return { share: different / Math.max(1, samples), isUnder: high - low >= seenInk }
}

/** Where the pixels of a box begin, or some of them where it is large. */
function* samplesIn({ width }: ColourPicture, [x0, y0, x1, y1]: Box): Generator<number> {
  const area = Math.max(0, x1 - x0) * Math.max(0, y1 - y0)
  const stride = Math.max(1, Math.floor(Math.sqrt(area / mostSamples)))
  for (let y = y0; y < y1; y += stride)
    for (let x = x0; x < x1; x += stride) yield (y * width + x) * 4
}

function differenceAt(a: Uint8Array, b: Uint8Array, at: number): number {
  return Math.max(
    Math.abs(a[at]! - b[at]!),
    Math.abs(a[at + 1]! - b[at + 1]!),
    Math.abs(a[at + 2]! - b[at + 2]!),
  )
}
