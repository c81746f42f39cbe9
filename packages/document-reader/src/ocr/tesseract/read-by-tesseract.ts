import {
  type GreyImage,
  openInSharp,
  readGrey,
  resizeGrey,
  toGrey,
} from '../../images/grey-image.ts'
import type { PageImage, PixelPoint, Quad } from '../../images/page-image.ts'
import type { TextDirection } from '../picture/find-skew.ts'
import { degreesOf, mapQuad, straighten } from '../picture/straighten.ts'
import type { OcrRequest, OcrWord } from '../words/ocr-engine.ts'
import { joinNumbers } from './join-numbers.ts'
import type { Tesseract, TesseractWord } from './open-tesseract.ts'

/** Pixels: letters of this height are read best; smaller ones are enlarged, though not without limit. */
const bestLetterHeight = 44
const maxEnlargement = 2
const maxPixels = 12_000_000
/** A mean confidence below which the page may be upside down. */
const poorConfidence = 0.42
/** Signs without a letter or digit that Tesseract doubts are mostly specks, folds and edges. */
const minSignConfidence = 0.3
/** Anything that it doubts so much is noise. */
const minWordConfidence = 0

type Filters = Pick<
  OcrRequest<PageImage>,
  'image' | 'language' | 'medianFilterSize' | 'gaussianBlurRadius'
>

/**
 * Reads a page with Tesseract, which needs level lines and letters that are large enough: the picture is
 * filtered as asked, straightened and enlarged. A page that reads badly is tried upside down.
 */
export async function readByTesseract(
  tesseract: Tesseract,
  request: Filters,
  direction: TextDirection,
): Promise<OcrWord[]> {
  const filtered = await filter(toGrey(request.image), request)
  const read = (degrees: number) =>
    readTurned(tesseract, filtered, { ...request, degrees, enlargement: enlargementOf(direction) })

  const degrees = degreesOf(direction)
  const words = await read(degrees)
  if (words.length === 0 || meanConfidence(words) >= poorConfidence) return words
  const turned = await read((degrees + 180) % 360)
  return meanConfidence(turned) > meanConfidence(words) ? turned : words
}

function enlargementOf({ letterHeight }: TextDirection): number {
  if (letterHeight === 0) return 1
  return Math.min(maxEnlargement, Math.max(1, bestLetterHeight / letterHeight))
}

async function filter(
  image: GreyImage,
  { medianFilterSize, gaussianBlurRadius }: Filters,
): Promise<GreyImage> {
  if (medianFilterSize < 2 && gaussianBlurRadius < minBlur) return image
  let picture = openInSharp(image)
  const maxWindow = Math.min(maxFilter, image.width, image.height)
  if (medianFilterSize >= 2)
    picture = picture.median(Math.min(maxWindow, Math.round(medianFilterSize)))
  if (gaussianBlurRadius >= minBlur) picture = picture.blur(Math.min(maxFilter, gaussianBlurRadius))
  return await readGrey(picture)
}

/** Pixels. A wider filter would leave nothing to read, and takes very long; sharp knows no smaller blur. */
const maxFilter = 25
const minBlur = 0.3

async function readTurned(
  tesseract: Tesseract,
  image: GreyImage,
  options: { readonly language: string; readonly degrees: number; readonly enlargement: number },
): Promise<OcrWord[]> {
  const { image: turned, toGiven } = await straighten(image, options.degrees)
  const roomy = Math.sqrt(maxPixels / (turned.width * turned.height))
  const scale = Math.min(options.enlargement, roomy)
  const picture = await resizeGrey(toGrey(turned), Math.max(1, Math.round(turned.width * scale)))
  const words = await tesseract.read(picture, options.language)
  const shrink = turned.width / picture.width
  const back = ([x, y]: PixelPoint) => toGiven([x * shrink, y * shrink])
  return joinNumbers(words.filter(isText)).map(({ text, box, confidence }) => ({
    text,
    confidence,
    quad: mapQuad(quadOf(box), back),
  }))
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

function meanConfidence(words: readonly OcrWord[]): number {
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  const sure = words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
  return letters === 0 ? 0 : sure / letters
}
