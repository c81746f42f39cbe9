import type { Box } from '@recto/document-text/model'
import { ReadError } from '@recto/document-text/read-error'
import { toGrey } from '../images/grey-image.ts'
import type { PageImage, PixelPoint } from '../images/page-image.ts'
import { findCheckboxes } from './marks/find-checkboxes.ts'
import { findRules } from './marks/find-rules.ts'
import type { Paddle } from './paddle/open-paddle.ts'
import { findInk } from './picture/find-ink.ts'
import type { TextDirection } from './picture/find-skew.ts'
import {
  degreesOf,
  mapQuad,
  measureDirection,
  straighten,
  type TurnedImage,
} from './picture/straighten.ts'
import type { Tesseract } from './tesseract/open-tesseract.ts'
import { readByTesseract } from './tesseract/read-by-tesseract.ts'
import type { OcrCheckbox, OcrRequest, OcrResult, OcrWord } from './words/ocr-engine.ts'
import { restoreLetters } from './words/restore-letters.ts'
import { withoutBoxLetters } from './words/without-box-letters.ts'

type OcrEngines = {
  readonly tesseract: Tesseract
  /** Opened when it is first needed. */
  readonly openPaddle: () => Promise<Paddle>
}

/** Degrees: less skew harms neither engine, and turning a picture costs sharpness. */
const minSkew = 0.3

/** Words, check boxes and ruling lines of one picture, all in its own pixels. Throws `ReadError`. */
export async function recognisePage(
  engines: OcrEngines,
  request: OcrRequest<PageImage>,
): Promise<OcrResult> {
  const measured = await measureDirection(request.image)
  const direction = Math.abs(measured.skew) < minSkew ? { ...measured, skew: 0 } : measured
  const words = await readWords(engines, request, direction)
  const { checkboxes, rules } = await findMarks(request, uprightDegrees(direction, words))
  return { words: withoutBoxLetters(words, checkboxes), checkboxes, rules }
}

async function readWords(
  { tesseract, openPaddle }: OcrEngines,
  request: OcrRequest<PageImage>,
  direction: TextDirection,
): Promise<readonly OcrWord[]> {
  switch (request.tier) {
    case 'none':
      return []
    case 'low_cost':
      return await readByTesseract(tesseract, request, direction)
    case 'high_quality':
      return await completeLetters(
        await readByPaddle(await openPaddle(), request, direction),
        request.language,
        () => readByTesseract(tesseract, request, direction),
      )
  }
}

/** Paddle's alphabet is Chinese and English: the letters that other languages have besides come from Tesseract. */
async function completeLetters(
  words: readonly OcrWord[],
  language: string,
  readAgain: () => Promise<readonly OcrWord[]>,
): Promise<readonly OcrWord[]> {
  if (/^(eng|chi|zho)/.test(language) && !language.includes('+')) return words
  try {
    return restoreLetters(words, await readAgain())
  } catch (error) {
    // The language is a hint to this engine; only the small one cannot do without its weights.
    if (error instanceof ReadError && error.code === 'language-missing') return words
    throw error
  }
}

/** Paddle finds slanted lines and quarter turns by itself; more than the threshold is taken out before. */
async function readByPaddle(
  paddle: Paddle,
  { image, derotateThreshold }: OcrRequest<PageImage>,
  { skew }: TextDirection,
): Promise<readonly OcrWord[]> {
  if (Math.abs(skew) <= derotateThreshold) return await paddle.recognise(image)
  const turned = await straighten(image, (skew + 360) % 360)
  const words = await paddle.recognise(turned.image)
  return words.map((word) => ({ ...word, quad: mapQuad(word.quad, turned.toGiven) }))
}

/** How the page lies, both ends told apart by the words that were read: letters upside down may look like boxes. */
function uprightDegrees(direction: TextDirection, words: readonly OcrWord[]): number {
  const degrees = degreesOf(direction)
  const radians = (degrees * Math.PI) / 180
  const along = words.reduce((sum, { quad: [a, b] }) => {
    return sum + (b[0] - a[0]) * Math.cos(radians) + (b[1] - a[1]) * Math.sin(radians)
  }, 0)
  return along < 0 ? (degrees + 180) % 360 : degrees
}

async function findMarks(
  request: OcrRequest<PageImage>,
  degrees: number,
): Promise<Pick<OcrResult, 'checkboxes' | 'rules'>> {
  if (!request.withCheckboxes && !request.withRules) return { checkboxes: [], rules: [] }
  const { image, toGiven } = await straighten(toGrey(request.image), degrees)
  const ink = await findInk(toGrey(image))
  const { checkboxConfidenceThreshold } = request
  return {
    checkboxes: request.withCheckboxes
      ? findCheckboxes(ink, checkboxConfidenceThreshold).map((box) => placeCheckbox(box, toGiven))
      : [],
    rules: request.withRules ? findRules(ink).map((rule) => placeRule(rule, toGiven)) : [],
  }
}

function placeCheckbox(checkbox: OcrCheckbox, toGiven: TurnedImage['toGiven']): OcrCheckbox {
  const [x0, y0, x1, y1] = checkbox.box
  const [x, y] = toGiven([(x0 + x1) / 2, (y0 + y1) / 2])
  const [w, h] = [(x1 - x0) / 2, (y1 - y0) / 2]
  return { ...checkbox, box: [x - w, y - h, x + w, y + h] }
}

/** A rule that is slanted in the given picture is a thin box at its middle. */
function placeRule([x0, y0, x1, y1]: Box, toGiven: TurnedImage['toGiven']): Box {
  const isAcross = x1 - x0 >= y1 - y0
  const thickness = isAcross ? y1 - y0 : x1 - x0
  const [middleX, middleY] = [(x0 + x1) / 2, (y0 + y1) / 2]
  const ends: [PixelPoint, PixelPoint] = isAcross
    ? [toGiven([x0, middleY]), toGiven([x1, middleY])]
    : [toGiven([middleX, y0]), toGiven([middleX, y1])]
  const [[ax, ay], [bx, by]] = ends
  if (Math.abs(ax - bx) >= Math.abs(ay - by)) {
    const y = (ay + by) / 2
    return [Math.min(ax, bx), y - thickness / 2, Math.max(ax, bx), y + thickness / 2]
  }
  const x = (ax + bx) / 2
  return [x - thickness / 2, Math.min(ay, by), x + thickness / 2, Math.max(ay, by)]
}
