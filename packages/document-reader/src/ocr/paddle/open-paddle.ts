import type { PageImage } from '../../images/page-image.ts'
import type { OcrWord } from '../words/ocr-engine.ts'
import { detectText } from './detect-text.ts'
import { median } from './find-spaces.ts'
import { findTurn, isUpended, turnImage, turnQuadBack } from './find-turn.ts'
import { type Rectangle, readTurned } from './geometry.ts'
import { loadModels, type ModelSettings, type Models, releaseModels } from './load-models.ts'
import { type RecognisedLine, type Recogniser, recogniseLine } from './recognise-line.ts'
import { recutLine } from './recut-line.ts'
import { readAgain } from './second/read-again.ts'
import type { SecondReader } from './second/second-reading.ts'
import { settlePoints } from './settle-points.ts'
import { settleVocabulary } from './settle-vocabulary.ts'
import { cutWords, getMeanConfidence, writeWord } from './split-words.ts'

export type Paddle = {
  /**
   * The words of a page, line by line from the top, wherever its top is: pages that were scanned sideways or
   * upside down are read too. Rejects with the signal's reason when it is aborted.
   */
  recognise(image: PageImage, options?: RecogniseOptions): Promise<readonly OcrWord[]>
  close(): Promise<void>
}

type RecogniseOptions = {
  readonly signal?: AbortSignal
  /** Reads the lines of the page once more, and both readings become one. */
  readonly second?: SecondReader
  /** Pixels, as far as it is known: 0 is not. */
  readonly letterHeight?: number
}

/** Signs below this are taken for what is no text. Letters and digits are kept, however unsure. */
const minConfidenceOfSigns = 0.5
/** A box that stands upright may be one narrow character unless it is at least so many times as high as wide. */
const surelyUpended = 3

/**
 * Opens PP-OCR on the processor. Costs about a second and 100 MB; recognise many pages with it. Throws `OcrModelsError` when
 * the folder that is named holds nothing to be used.
 */
export async function openPaddle(options: Partial<ModelSettings> = {}): Promise<Paddle> {
  const models = await loadModels({ threads: 2, ...options })
  return {
    recognise: (image, options = {}) => recognise(models, image, options),
    close: () => releaseModels(models),
  }
}

async function recognise(
  models: Models,
  image: PageImage,
  { signal, second, letterHeight }: RecogniseOptions,
): Promise<OcrWord[]> {
  signal?.throwIfAborted()
  const boxes = await detectText(models.detector, image, letterHeight)
  signal?.throwIfAborted()
  const recogniser = { session: models.recogniser, alphabet: models.alphabet }
  const readability = async (place: Rectangle) =>
    getMeanConfidence((await recogniseLine(recogniser, image, place)).characters)
  const turns = await findTurn({ classifier: models.turnClassifier, readability }, image, boxes)
  const upright = turnImage(image, turns)
  const places = turns === 0 ? boxes : await detectText(models.detector, upright, letterHeight)

  const page = {
    usualHeight: usualHeightOf(places),
    places,
    read: (place: Rectangle) => recogniseLine(recogniser, upright, place),
  }
  const parts = await inLanes(inReadingOrder(places), models.threads, async (place) => {
    signal?.throwIfAborted()
    return await recutLine(await readBestWay(recogniser, upright, place), page)
  })
  const lines = parts.flat()
  signal?.throwIfAborted()
  const read = second ? await readTwice(upright, lines, { second, models }) : lines
  return writeLines(read).map((word) => ({
    ...word,
    quad: turnQuadBack(word.quad, image, turns),
  }))
}

/** The words of all lines, settled by what stands elsewhere on the page. */
function writeLines(lines: readonly RecognisedLine[]): OcrWord[] {
  const words = settlePoints(lines.filter(isText)).flatMap(cutWords)
  const settledCharacters = settleVocabulary(words.map(({ characters }) => characters))
  return words.map((word, i) => writeWord({ ...word, characters: settledCharacters[i]! }))
}

function isText({ characters }: RecognisedLine): boolean {
  if (characters.length === 0) return false
  const isSign = characters.every(({ text }) => !/[\p{L}\p{N}]/u.test(text))
  return !isSign || getMeanConfidence(characters) >= minConfidenceOfSigns
}

async function readTwice(
  image: PageImage,
  lines: readonly RecognisedLine[],
  { second, models }: { readonly second: SecondReader; readonly models: Models },
): Promise<readonly RecognisedLine[]> {
  const alphabet = new Set(models.alphabet)
  const characters = await readAgain(image, lines, { alphabet, second })
  return lines.map((line, i) => ({ ...line, characters: characters[i]! }))
}

/**
 * Returns a low quartile of the heights of line boxes, because anything that touches a line only
 * makes its box taller.
 */
function usualHeightOf(places: readonly Rectangle[]): number {
  const heights = places.filter((place) => !isUpended(place)).map(({ height }) => height)
  return heights.toSorted((a, b) => a - b)[Math.floor(heights.length / 4)] ?? 0
}

/** Does the work for all items, so many at a time, and keeps their order. */
async function inLanes<Item, Result>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length)
  let next = 0
  const lane = async () => {
    for (let i = next++; i < items.length; i = next++) results[i] = await work(items[i]!)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return results
}

/** A box that stands upright holds a word that runs up or down the page, or else a single narrow character. */
async function readBestWay(
  recogniser: Recogniser,
  image: PageImage,
  place: Rectangle,
): Promise<RecognisedLine> {
  const read = (turnedPlace: Rectangle) => recogniseLine(recogniser, image, turnedPlace)
  if (!isUpended(place)) return await read(place)
  const tries = [await read(readTurned(place, 1)), await read(readTurned(place, 3))]
  if (place.height < surelyUpended * place.width) tries.unshift(await read(place))
  return tries.reduce((best, line) =>
    getMeanConfidence(line.characters) > getMeanConfidence(best.characters) ? line : best,
  )
}

/** Rows from top to bottom as the page's own skew has them; in a row from left to right. */
function inReadingOrder(places: readonly Rectangle[]): Rectangle[] {
  const skew = median(places.filter((place) => !isUpended(place)).map(({ angle }) => angle))
  const getAcross = ({ centreX, centreY }: Rectangle) =>
    centreY * Math.cos(skew) - centreX * Math.sin(skew)
  const rows: Rectangle[][] = []
  for (const place of places.toSorted((a, b) => getAcross(a) - getAcross(b))) {
    const row = rows.at(-1)
    const last = row?.at(-1)
    const reach = last ? Math.min(last.height, place.height) / 2 : 0
    if (row && last && getAcross(place) - getAcross(last) < reach) row.push(place)
    else rows.push([place])
  }
  return rows.flatMap((row) => row.sort((a, b) => a.centreX - b.centreX))
}
