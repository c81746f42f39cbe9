import type { Box } from '@recto/document-text/model'
import { type GreyImage, resizeGrey, toGrey } from '../../images/grey-image.ts'
import type { PageImage, PixelPoint, Quad } from '../../images/page-image.ts'
import { filterPicture } from '../picture/filter-picture.ts'
import type { TextDirection } from '../picture/find-skew.ts'
import { degreesOf, mapQuad, straighten, type TurnedImage } from '../picture/straighten.ts'
import type { OcrRequest, OcrWord } from '../words/ocr-engine.ts'
import { fuseReadings, meanConfidence } from './fuse-readings.ts'
import { joinNumbers } from './join-numbers.ts'
import type { Tesseract, TesseractWord } from './open-tesseract.ts'
import { readDoubtfulLines } from './read-lines.ts'
import { settleShapes } from './settle-shapes.ts'

/** Pixels: letters of this height are read best; smaller ones are enlarged, though not without limit. */
const bestLetterHeight = 44
const maxEnlargement = 2
const maxPixels = 12_000_000
/** The second reading is of letters of another size: of the size they have, or of this share of the first one's. */
const minDifference = 1.3
const otherSize = 0.65
/** Degrees: Tesseract reads a page that is askew by less. */
const maxAskew = 3
/** A mean confidence below which a page is read in yet another way. */
const goodConfidence = 0.85
/** A mean confidence below which the page may be upside down. */
const poorConfidence = 0.42
/** Signs without a letter or digit that Tesseract doubts are mostly specks, folds and edges. */
const minSignConfidence = 0.3
/** Anything that it doubts so much is noise. */
const minWordConfidence = 0

type Filters = Pick<
  OcrRequest<PageImage>,
  'image' | 'tier' | 'language' | 'medianFilterSize' | 'gaussianBlurRadius'
>

/**
 * Reads a page with Tesseract, which needs level lines and letters that are large enough: the picture is
 * filtered as asked, straightened and enlarged. A page that reads badly is tried upside down. As an engine of its own it
 * reads more than once, and what the readings agree on wins; beside another one, a single reading is enough.
 */
export async function readByTesseract(
  tesseract: Tesseract,
  request: Filters,
  direction: TextDirection,
): Promise<OcrWord[]> {
  const filteredPicture = toGrey(await filterPicture(request.image, request))
  const { language, tier } = request
  const isThorough = tier === 'low_cost'
  const enlargement = enlargementOf(direction)
  const read = (degrees: number) =>
    readTurned(tesseract, filteredPicture, { language, degrees, enlargement, isThorough })

  const degrees = degreesOf(direction)
  const words = await read(degrees)
  if (words.length === 0 || meanConfidence(words) >= poorConfidence) return words
  const upsideDown = await read((degrees + 180) % 360)
  return meanConfidence(upsideDown) > meanConfidence(words) ? upsideDown : words
}

function enlargementOf({ letterHeight }: TextDirection): number {
  if (letterHeight === 0) return 1
  return Math.min(maxEnlargement, Math.max(1, bestLetterHeight / letterHeight))
}

type Reading = {
  readonly language: string
  readonly degrees: number
  readonly enlargement: number
  readonly isThorough: boolean
}

async function readTurned(
  tesseract: Tesseract,
  image: GreyImage,
  options: Reading,
): Promise<OcrWord[]> {
  const level = await straighten(image, options.degrees)
  const { image: levelImage, toGiven } = level
  const roomy = Math.sqrt(maxPixels / (levelImage.width * levelImage.height))
  const scale = Math.min(options.enlargement, roomy)
  const picture = await scaleGrey(toGrey(levelImage), scale)
  const words = options.isThorough
    ? await readThoroughly(tesseract, { given: image, level, picture }, options)
    : await readOnce(tesseract, picture, options)
  const shrink = levelImage.width / picture.width
  const back = ([x, y]: PixelPoint) => toGiven([x * shrink, y * shrink])
  return settleShapes(words).map(({ text, box, confidence }) => ({
    text,
    confidence,
    quad: mapQuad(quadOf(box), back),
  }))
}

function scaleGrey(image: GreyImage, scale: number): Promise<GreyImage> {
  return resizeGrey(image, Math.max(1, Math.round(image.width * scale)))
}

async function readOnce(
  tesseract: Tesseract,
  picture: GreyImage,
  { language }: Pick<Reading, 'language'>,
): Promise<TesseractWord[]> {
  return joinNumbers((await tesseract.read(picture, language)).filter(isText))
}

type Views = {
  /** The picture as it was given, and as it is level. */
  readonly given: GreyImage
  readonly level: TurnedImage
  /** The level picture in the size that suits best. */
  readonly picture: GreyImage
}

/** In pixels of `picture`. */
async function readThoroughly(
  tesseract: Tesseract,
  views: Views,
  options: Reading,
): Promise<TesseractWord[]> {
  const { picture, level } = views
  const { language } = options
  const [first, second] = await Promise.all([
    readOnce(tesseract, picture, options),
    readOtherwise(tesseract, views, options),
  ])
  const fusedWords = fuseReadings([first, second])
  const confidence = meanConfidence(fusedWords)
  // A page upside down is better turned than looked at any closer.
  if (fusedWords.length > 0 && confidence < poorConfidence) return fusedWords
  const [lines, faint] = await Promise.all([
    readDoubtfulLines(tesseract, { picture, language }, fusedWords),
    confidence < goodConfidence ? tesseract.read(toGrey(level.image), language, 'faint') : [],
  ])
  const ratio = picture.width / level.image.width
  const scaledWords = faint.map((word) => ({ ...word, box: scaleBox(word.box, ratio) }))
  const closer = [lines, scaledWords].map((words) => joinNumbers(words.filter(isText)))
  return fuseReadings([first, second, ...closer.filter(({ length }) => length > 0)])
}

/**
 * The second reading errs in other places than the first: its letters have another size, and a picture that is a little
 * askew stays so and keeps its sharpness.
 */
async function readOtherwise(
  tesseract: Tesseract,
  { given: original, level, picture }: Views,
  { degrees, language }: Reading,
): Promise<TesseractWord[]> {
  const quarter = (Math.round(degrees / 90) * 90) % 360
  const isNearly = Math.abs(degrees - Math.round(degrees / 90) * 90) <= maxAskew
  const sharp = isNearly ? await straighten(original, quarter) : level
  const isEnlarged = picture.width >= level.image.width * minDifference
  const rescaledPicture = await scaleGrey(toGrey(sharp.image), isEnlarged ? 1 : otherSize)
  const shrink = sharp.image.width / rescaledPicture.width
  const ratio = picture.width / level.image.width
  const toPicture = ([x, y]: PixelPoint): PixelPoint => {
    const point: PixelPoint = [x * shrink, y * shrink]
    const [left, top] = isNearly ? level.fromGiven(sharp.toGiven(point)) : point
    return [left * ratio, top * ratio]
  }
  const words = await readOnce(tesseract, rescaledPicture, { language })
  return words.map((word) => ({ ...word, box: moveBox(word.box, toPicture, shrink * ratio) }))
}

/** A level box around where the middle of the given one goes. */
function moveBox(
  [x0, y0, x1, y1]: Box,
  move: (point: PixelPoint) => PixelPoint,
  scale: number,
): Box {
  const [x, y] = move([(x0 + x1) / 2, (y0 + y1) / 2])
  const halfWidth = ((x1 - x0) / 2) * scale
  const halfHeight = ((y1 - y0) / 2) * scale
  return [x - halfWidth, y - halfHeight, x + halfWidth, y + halfHeight]
}

function scaleBox([x0, y0, x1, y1]: Box, scale: number): Box {
  return [x0 * scale, y0 * scale, x1 * scale, y1 * scale]
}

function isText({ text, confidence }: TesseractWord): boolean {
  const minConfidence = /[\p{L}\p{N}]/u.test(text) ? minWordConfidence : minSignConfidence
  return confidence >= minConfidence
}

function quadOf([x0, y0, x1, y1]: TesseractWord['box']): Quad {
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ]
}
