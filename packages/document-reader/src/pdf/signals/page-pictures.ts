import type { Box, Word } from '@recto/document-text/model'
import { boxToDisplay, displaySize, type PageFrame } from '../pdfium/page-frame.ts'
import {
  getObjectBounds,
  objectKinds,
  type PageObject,
  walkPageObjects,
} from '../pdfium/page-objects.ts'
import type { Pdfium, Scratch } from '../pdfium/pdfium.ts'

export type PicturePage = {
  readonly pdfium: Pdfium
  readonly scratch: Scratch
  readonly page: number
  readonly frame: PageFrame
  readonly words: readonly Word[]
  /**
   * Hidden text objects, which say nothing about the pictures; absent if hidden text was not
   * searched for.
   */
  readonly hiddenRuns?: ReadonlySet<number> | undefined
}

/**
 * Number of grid cells in each direction; a cell is about three text lines high on a letter page.
 */
const gridSize = 32
/** A picture with fewer dots per inch is a colour area or a gradient, not a scan. */
const minScanDensity = 36
/**
 * Text render mode of ISO 32000-1, 9.3.6, in which OCR software adds recognized text to a picture.
 */
const invisible = 3
/**
 * Share of a picture's area: hidden text that covers less is a watermark, not the recognized text
 * of the picture.
 */
const readShare = 0.005
/** Share of the page: pictures that cover less are not checked for hidden text. */
const minPictureShare = 0.1
/** In points: a smaller picture is an icon or a line of a frame. */
const minSmall = { width: 20, height: 7 }
/** A picture of a few words has no more pixels; a photograph that is displayed small does. */
const maxSmallPixels = 4_000_000
const maxSmallPictures = 8
/** Share of a small picture: if native words cover more of it, they already say what it shows. */
const spelledShare = 0.05

/**
 * Measures how much text the pictures of a page may contain. Checks the kind of every object once.
 */
export function measurePictures(picturePage: PicturePage): {
  readonly pictureArea: number
  readonly smallPictures: readonly Box[]
} {
  const { texts, pictures } = findPictures(picturePage)
  return {
    pictureArea: measureUncoveredArea(
      picturePage,
      findUnreadPictures(picturePage, texts, pictures),
    ),
    smallPictures: findSmallPictures(picturePage, pictures),
  }
}

type Picture = {
  /** The box in PDF space; `displayedBox` is the one on the displayed page. */
  readonly box: Box
  readonly displayedBox: Box
  readonly handle: number
  readonly pixels: number
  /** Number of the page's texts that were drawn before it. */
  readonly textsBefore: number
}

type TextsAndPictures = {
  readonly texts: readonly PageObject[]
  readonly pictures: readonly Picture[]
}

function findPictures(picturePage: PicturePage): TextsAndPictures {
  const { pdfium, page, scratch, frame } = picturePage
  const texts: PageObject[] = []
  const pictures: Picture[] = []
  for (const object of walkPageObjects(pdfium, page, scratch)) {
    if (object.kind === objectKinds.text) texts.push(object)
    if (object.kind !== objectKinds.image) continue
    const box = getObjectBounds(pdfium, object, scratch)
    if (!box) continue
    const pixels = countPixels(picturePage, object)
    if (pixels === 0 || pixels < (minScanDensity / 72) ** 2 * getArea(box)) continue
    const displayedBox = boxToDisplay(frame, box)
    pictures.push({ box, displayedBox, pixels, textsBefore: texts.length, handle: object.handle })
  }
  return { texts, pictures }
}

function countPixels({ pdfium, scratch }: PicturePage, { handle }: PageObject): number {
  const p = scratch.pointer
  if (pdfium.FPDFImageObj_GetImagePixelSize(handle, p, p + 4) !== 1) return 0
  const [width = 0, height = 0] = new Uint32Array(pdfium.memory.buffer, p, 2)
  return width * height
}

/** Returns the share of the page that these pictures cover where there are no words. */
function measureUncoveredArea({ frame, words }: PicturePage, boxes: readonly Box[]): number {
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
  const toCell = (position: number, size: number) =>
    Math.max(0, Math.min(gridSize, Math.round((position / size) * gridSize)))
  const left = toCell(x0, width)
  const right = toCell(x1, width)
  const top = toCell(y0, height)
  const bottom = toCell(y1, height)
  // A word thinner than a cell still clears the cell that contains it.
  const [reach, drop] = value === 0 ? [1, 1] : [0, 0]
  for (let row = Math.max(0, top - drop); row < Math.min(gridSize, bottom + drop); row++)
    grid.fill(
      value,
      row * gridSize + Math.max(0, left - reach),
      row * gridSize + Math.min(gridSize, right + reach),
    )
}

/**
 * Returns the pictures that may contain words which are not in the text layer, as displayed. A
 * picture under invisible text, or over text that it hides, was read by the program that made the
 * file.
 */
function findUnreadPictures(
  picturePage: PicturePage,
  texts: readonly PageObject[],
  pictures: readonly Picture[],
): Box[] {
  const { width, height } = displaySize(picturePage.frame)
  const coveredArea = pictures.reduce((sum, { box }) => sum + getArea(box), 0)
  if (coveredArea < minPictureShare * width * height) return []
  const hidden = texts
    .filter(({ handle }) => !picturePage.hiddenRuns?.has(handle))
    .map((object) => toHiddenText(picturePage, object))
  return pictures
    .filter(
      (picture) =>
        measureHiddenArea(picturePage, picture, hidden) < readShare * getArea(picture.box),
    )
    .map(({ displayedBox }) => displayedBox)
}

type HiddenText = { readonly box: Box; readonly isUnseen: boolean }

function toHiddenText({ pdfium, scratch }: PicturePage, object: PageObject): HiddenText {
  const box = getObjectBounds(pdfium, object, scratch) ?? [0, 0, 0, 0]
  return { box, isUnseen: pdfium.FPDFTextObj_GetTextRenderMode(object.handle) === invisible }
}

function measureHiddenArea(
  { pdfium }: PicturePage,
  { handle, box, textsBefore }: Picture,
  texts: readonly HiddenText[],
): number {
  const isOpaque = pdfium.FPDFPageObj_HasTransparency(handle) === 0
  return texts
    .filter(({ isUnseen }, index) => isUnseen || (isOpaque && index < textsBefore))
    .filter((text) => isInside(text.box, box))
    .reduce((sum, text) => sum + getArea(text.box), 0)
}

/**
 * Returns the largest pictures on the page that are neither icons nor photographs nor covered by
 * words.
 */
function findSmallPictures({ frame, words }: PicturePage, pictures: readonly Picture[]): Box[] {
  const { width, height } = displaySize(frame)
  const page: Box = [0, 0, width, height]
  const getSpelledArea = (box: Box) =>
    words
      .filter((word) => isInside(word.box, box))
      .reduce((sum, word) => sum + getArea(word.box), 0)
  return pictures
    .filter(({ pixels }) => pixels <= maxSmallPixels)
    .map(({ displayedBox }) => clip(displayedBox, page))
    .filter(([x0, y0, x1, y1]) => x1 - x0 >= minSmall.width && y1 - y0 >= minSmall.height)
    .sort((a, b) => getArea(b) - getArea(a))
    .slice(0, maxSmallPictures)
    .filter((box) => getSpelledArea(box) < spelledShare * getArea(box))
}

function clip(box: Box, to: Box): Box {
  return [
    Math.max(box[0], to[0]),
    Math.max(box[1], to[1]),
    Math.min(box[2], to[2]),
    Math.min(box[3], to[3]),
  ]
}

function getArea([x0, y0, x1, y1]: Box): number {
  return (x1 - x0) * (y1 - y0)
}

function isInside([x0, y0, x1, y1]: Box, outer: Box): boolean {
  const x = (x0 + x1) / 2
  const y = (y0 + y1) / 2
  return x >= outer[0] && x <= outer[2] && y >= outer[1] && y <= outer[3]
}
