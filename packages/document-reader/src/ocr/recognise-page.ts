import type { Box } from '@recto/document-text/model'
import { toGrey } from '../images/grey-image.ts'
import type { PageImage, PixelPoint } from '../images/page-image.ts'
import { eraseBoxes } from './marks/erase-boxes.ts'
import { findBoxesInPicture, placeInGiven } from './marks/find-boxes-in-picture.ts'
import { findRulings } from './marks/find-rulings.ts'
import type { Paddle } from './paddle/open-paddle.ts'
import type { SecondReader } from './paddle/second/second-reading.ts'
import { filterPicture } from './picture/filter-picture.ts'
import { findInk } from './picture/find-ink.ts'
import type { TextDirection } from './picture/find-skew.ts'
import { flattenPaper } from './picture/flatten-paper.ts'
import {
  degreesOf,
  mapQuad,
  measureLines,
  straighten,
  type TurnedImage,
} from './picture/straighten.ts'
import { checkLanguages, hasLanguages } from './tesseract/find-language.ts'
import type { Tesseract } from './tesseract/open-tesseract.ts'
import { readByTesseract } from './tesseract/read-by-tesseract.ts'
import { guessLanguage } from './words/guess-language.ts'
import type { OcrRequest, OcrResult, OcrWord } from './words/ocr-engine.ts'

export type OcrEngines = {
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
  if (request.tier !== 'none') checkLanguages(request.language)
  const lines = await measureLines(request.image)
  const flat = request.tier === 'none' ? undefined : flattenPaper(request.image, lines)
  if (!flat) return await recogniseFlat(engines, request, lines.direction)
  const { image, toGiven } = flat
  const { direction } = await measureLines(image)
  const flatRequest = { ...request, image }
  const { words, checkboxes, rules } = await recogniseFlat(engines, flatRequest, direction)
  return {
    words: words.map((word) => ({
      ...word,
      quad: mapQuad(word.quad, toGiven),
      flatQuad: word.quad,
    })),
    checkboxes: checkboxes.map((one) => ({ ...one, box: moveBox(one.box, toGiven) })),
    rules: rules.map((rule) => moveBox(rule, toGiven)),
  }
}

/** A box that keeps its size around where its middle goes. */
function moveBox([x0, y0, x1, y1]: Box, move: TurnedImage['toGiven']): Box {
  const [, y] = move([(x0 + x1) / 2, (y0 + y1) / 2])
  const half = (y1 - y0) / 2
  return [x0, y - half, x1, y + half]
}

async function recogniseFlat(
  engines: OcrEngines,
  request: OcrRequest<PageImage>,
  measuredDirection: TextDirection,
): Promise<OcrResult> {
  const direction =
    Math.abs(measuredDirection.skew) < minSkew
      ? { ...measuredDirection, skew: 0 }
      : measuredDirection
  const level = request.withCheckboxes
    ? await findBoxesInPicture(request.image, direction, request.checkboxConfidenceThreshold)
    : undefined
  // An engine takes boxes for letters, and cuts those beside them.
  const image = level && request.tier !== 'none' ? eraseBoxes(request.image, level) : request.image
  const words = await readWords(engines, { ...request, image }, direction)
  const checkboxes = level
    ? level.boxes.map((checkbox) => ({ ...checkbox, box: placeInGiven(level, checkbox.box) }))
    : []
  const rules = request.withRules
    ? await findPageRules(request.image, uprightDegrees(direction, words))
    : []
  return { words, checkboxes, rules }
}

/** Language that is used when none is named. */
const usualLanguage = 'eng'

async function readWords(
  { tesseract, openPaddle }: OcrEngines,
  request: OcrRequest<PageImage>,
  direction: TextDirection,
): Promise<readonly OcrWord[]> {
  switch (request.tier) {
    case 'none':
      return []
    case 'low_cost':
      if (request.language !== usualLanguage)
        return await readByTesseract(tesseract, request, direction)
      return await readByPaddle(await openPaddle(), await filtered(request), {
        direction,
        second: secondReader(tesseract, request, (text) =>
          languageOf(request, text) === usualLanguage ? 'doubted' : 'all',
        ),
      })
    case 'high_quality':
      return await readByPaddle(await openPaddle(), request, {
        direction,
        second: secondReader(tesseract, request, () => 'all'),
      })
  }
}

function secondReader(
  tesseract: Tesseract,
  request: OcrRequest<PageImage>,
  rereads: SecondReader['rereads'],
): SecondReader {
  return {
    read: (picture, text) => tesseract.read(picture, languageOf(request, text)),
    rereads,
  }
}

async function filtered(request: OcrRequest<PageImage>): Promise<OcrRequest<PageImage>> {
  return { ...request, image: await filterPicture(request.image, request) }
}

/** The language that was asked for or, where nobody asked for one, that of the text, if its weights are there. */
function languageOf({ language }: Pick<OcrRequest, 'language'>, text: string): string {
  if (language !== usualLanguage) return hasLanguages(language) ? language : usualLanguage
  const guessedLanguage = guessLanguage(text)
  return guessedLanguage && hasLanguages(guessedLanguage) ? guessedLanguage : language
}

/** Paddle finds slanted lines and quarter turns by itself; more than the threshold is taken out before. */
async function readByPaddle(
  paddle: Paddle,
  { image, derotateThreshold }: OcrRequest<PageImage>,
  { direction, second }: { readonly direction: TextDirection; readonly second: SecondReader },
): Promise<readonly OcrWord[]> {
  const { skew, letterHeight } = direction
  if (Math.abs(skew) <= derotateThreshold)
    return await paddle.recognise(image, { second, letterHeight })
  const levelPage = await straighten(image, (skew + 360) % 360)
  const words = await paddle.recognise(levelPage.image, { second, letterHeight })
  return words.map((word) => ({ ...word, quad: mapQuad(word.quad, levelPage.toGiven) }))
}

/** How the page lies, both ends told apart by the words that were read: letters upside down may look like boxes. */
function uprightDegrees(direction: TextDirection, words: readonly OcrWord[]): number {
  const degrees = degreesOf(direction)
  const radians = (degrees * Math.PI) / 180
  const directionSum = words.reduce((sum, { quad: [a, b] }) => {
    return sum + (b[0] - a[0]) * Math.cos(radians) + (b[1] - a[1]) * Math.sin(radians)
  }, 0)
  return directionSum < 0 ? (degrees + 180) % 360 : degrees
}

async function findPageRules(picture: PageImage, degrees: number): Promise<readonly Box[]> {
  const { image, toGiven } = await straighten(toGrey(picture), degrees)
  return findRulings(await findInk(toGrey(image))).map((rule) => placeRule(rule, toGiven))
}

/** A rule that is slanted in the given picture is a thin box at its middle. */
function placeRule([x0, y0, x1, y1]: Box, toGiven: TurnedImage['toGiven']): Box {
  const isAcross = x1 - x0 >= y1 - y0
  const thickness = isAcross ? y1 - y0 : x1 - x0
  const middleX = (x0 + x1) / 2
  const middleY = (y0 + y1) / 2
  const ends: [PixelPoint, PixelPoint] = isAcross
    ? [toGiven([x0, middleY]), toGiven([x1, middleY])]
    : [toGiven([middleX, y0]), toGiven([middleX, y1])]
  const [[startX, startY], [endX, endY]] = ends
  if (Math.abs(startX - endX) >= Math.abs(startY - endY)) {
    const y = (startY + endY) / 2
    return [Math.min(startX, endX), y - thickness / 2, Math.max(startX, endX), y + thickness / 2]
  }
  const x = (startX + endX) / 2
  return [x - thickness / 2, Math.min(startY, endY), x + thickness / 2, Math.max(startY, endY)]
}
