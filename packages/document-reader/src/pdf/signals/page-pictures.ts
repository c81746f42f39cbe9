import type { Box, Word } from '@recto/document-text/model'
import { boxToDisplay, displaySize, type PageFrame } from '../pdfium/page-frame.ts'
import { boundsOf, objectKinds, type PageObject, walkPageObjects } from '../pdfium/page-objects.ts'
import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'

export type PicturePage = {
  readonly pdfium: Pdfium
  readonly scratch: Scratch
  readonly page: number
  readonly frame: PageFrame
  readonly words: readonly Word[]
  /** Text objects that say nothing of the pictures; none where nobody has looked. */
  readonly hiddenRuns?: ReadonlySet<number> | undefined
}

/** Cells in each direction; about three text lines high on a letter page. */
const gridSize = 32
/** Dots per inch. Below it a picture is a colour or a gradient, not a scan. */
const minScanDensity = 36
/** Text render mode of ISO 32000-1, 9.3.6, in which programs add what they recognised on a picture. */
const invisible = 3
/** Of a picture's area: hidden text that covers less is a mark, not what stands on the picture. */
const readShare = 0.005
/** Of the page: pictures that cover less are not searched for hidden text. */
const minPictureShare = 0.1
/** Points: a picture that is smaller is an icon or a line of a frame. */
const minSmall = { width: 20, height: 7 }
/** A picture of a few words has no more pixels; a photograph that is shown small does. */
const maxSmallPixels = 4_000_000
const maxSmallPictures = 8
/** Of a small picture: where the file spells words over more of it, it spells what stands there. */
const spelledShare = 0.05

/** What the pictures of a page may hide from who only reads its letters. One look at the kind of every object. */
export function measurePictures(given: PicturePage): {
  readonly pictureArea: number
  readonly smallPictures: readonly Box[]
} {
  const { texts, pictures } = findPictures(given)
  return {
    pictureArea: pictureArea(given, unreadPictures(given, texts, pictures)),
    smallPictures: smallPictures(given, pictures),
  }
}

type Picture = {
  /** In PDF space, and as displayed. */
  readonly box: Box
  readonly displayed: Box
  readonly handle: number
  readonly pixels: number
  /** How many of the page's texts were drawn before it. */
  readonly textsBefore: number
}

type Found = { readonly texts: readonly PageObject[]; readonly pictures: readonly Picture[] }

function findPictures(given: PicturePage): Found {
  const { pdfium, page, scratch, frame } = given
  const texts: PageObject[] = []
  const pictures: Picture[] = []
  for (const object of walkPageObjects(pdfium, page, scratch)) {
    if (object.kind === objectKinds.text) texts.push(object)
    if (object.kind !== objectKinds.image) continue
    const box = boundsOf(pdfium, object, scratch)
    if (!box) continue
    const pixels = pixelsOf(given, object)
    if (pixels === 0 || pixels < (minScanDensity / 72) ** 2 * areaOf(box)) continue
    const displayed = boxToDisplay(frame, box)
    pictures.push({ box, displayed, pixels, textsBefore: texts.length, handle: object.handle })
  }
  return { texts, pictures }
}

function pixelsOf({ pdfium, scratch }: PicturePage, { handle }: PageObject): number {
  const p = scratch.pointer
  if (pdfium.FPDFImageObj_GetImagePixelSize(handle, p, p + 4) !== 1) return 0
  const [width = 0, height = 0] = new Uint32Array(pdfium.memory.buffer, p, 2)
  return width * height
}

/** Share of the page that these pictures cover where no words are. */
function pictureArea({ frame, words }: PicturePage, boxes: readonly Box[]): number {
  if (boxes.length === 0) return 0
  const grid = new Uint8Array(gridSize * gridSize)
  const { width, height } = displaySize(frame)
  const fill = (box: Box, value: number) => fillCells(grid, box, { value, width, height })
  for (const box of boxes) fill(box, 1)
  for (const { box } of words) fill(box, 0)
  return grid.reduce((sum, cell) => sum + cell, 0) / grid.length
}

function fillCells(
  grid: Uint8Array,
  [x0, y0, x1, y1]: Box,
  { value, width, height }: { value: number; width: number; height: number },
): void {
  const cell = (at: number, size: number) =>
    Math.max(0, Math.min(gridSize, Math.round((at / size) * gridSize)))
  const [left, right] = [cell(x0, width), cell(x1, width)]
  const [top, bottom] = [cell(y0, height), cell(y1, height)]
  // A word, thinner than a cell, clears the cell that it is in.
  const [reach, drop] = value === 0 ? [1, 1] : [0, 0]
  for (let row = Math.max(0, top - drop); row < Math.min(gridSize, bottom + drop); row++)
    grid.fill(
      value,
      row * gridSize + Math.max(0, left - reach),
      row * gridSize + Math.min(gridSize, right + reach),
    )
}

/**
 * The pictures that may carry words which the file does not spell, as displayed. A picture under invisible
 * text, or over text that it hides, was read by the program that made the file.
 */
function unreadPictures(
  given: PicturePage,
  texts: readonly PageObject[],
  pictures: readonly Picture[],
): Box[] {
  const { width, height } = displaySize(given.frame)
  const covered = pictures.reduce((sum, { box }) => sum + areaOf(box), 0)
  if (covered < minPictureShare * width * height) return []
  const hidden = texts
    .filter(({ handle }) => !given.hiddenRuns?.has(handle))
    .map((object) => hiddenText(given, object))
  return pictures
    .filter((picture) => hiddenArea(given, picture, hidden) < readShare * areaOf(picture.box))
    .map(({ displayed }) => displayed)
}

type HiddenText = { readonly box: Box; readonly isUnseen: boolean }

function hiddenText({ pdfium, scratch }: PicturePage, object: PageObject): HiddenText {
  const box = boundsOf(pdfium, object, scratch) ?? [0, 0, 0, 0]
  return { box, isUnseen: pdfium.FPDFTextObj_GetTextRenderMode(object.handle) === invisible }
}

function hiddenArea(
  { pdfium }: PicturePage,
  { handle, box, textsBefore }: Picture,
  texts: readonly HiddenText[],
): number {
  const isOpaque = pdfium.FPDFPageObj_HasTransparency(handle) === 0
  return texts
    .filter(({ isUnseen }, place) => isUnseen || (isOpaque && place < textsBefore))
    .filter((text) => isInside(text.box, box))
    .reduce((sum, text) => sum + areaOf(text.box), 0)
}

/** The largest of those that are neither icons nor photographs nor under words, and lie on the page. */
function smallPictures({ frame, words }: PicturePage, pictures: readonly Picture[]): Box[] {
  const { width, height } = displaySize(frame)
  const page: Box = [0, 0, width, height]
  const spelled = (box: Box) =>
    words.filter((word) => isInside(word.box, box)).reduce((sum, word) => sum + areaOf(word.box), 0)
  return pictures
    .filter(({ pixels }) => pixels <= maxSmallPixels)
    .map(({ displayed }) => clip(displayed, page))
    .filter(([x0, y0, x1, y1]) => x1 - x0 >= minSmall.width && y1 - y0 >= minSmall.height)
    .sort((a, b) => areaOf(b) - areaOf(a))
    .slice(0, maxSmallPictures)
    .filter((box) => spelled(box) < spelledShare * areaOf(box))
}

function clip(box: Box, to: Box): Box {
  return [
    Math.max(box[0], to[0]),
    Math.max(box[1], to[1]),
    Math.min(box[2], to[2]),
    Math.min(box[3], to[3]),
  ]
}

function areaOf([x0, y0, x1, y1]: Box): number {
  return (x1 - x0) * (y1 - y0)
}

function isInside([x0, y0, x1, y1]: Box, outer: Box): boolean {
  const [x, y] = [(x0 + x1) / 2, (y0 + y1) / 2]
  return x >= outer[0] && x <= outer[2] && y >= outer[1] && y <= outer[3]
}
