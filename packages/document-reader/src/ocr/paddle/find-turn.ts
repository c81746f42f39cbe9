import { type InferenceSession, Tensor } from 'onnxruntime-node'
import type { PageImage, PixelPoint, Quad } from '../../images/page-image.ts'
import { pointIn, type Rectangle, readTurned } from './geometry.ts'
import { sampleRectangle } from './sample-image.ts'

/** Clockwise quarter turns of the reader's head that make the text upright. */
type QuarterTurns = 0 | 1 | 2 | 3

const classifierSize = { width: 192, height: 48 }
const linesAsked = 16
/** From this average on, a few lines are read both ways before the page is taken to be upright. */
const doubtful = 0.25
const linesRead = 5
/** A side must be so much longer than the other to say where the text runs. */
const clearlyLonger = 1.5

type TurnSigns = {
  readonly classifier: InferenceSession
  /** Confidence of the recognizer in a line, 0 to 1. */
  readonly readability: (place: Rectangle) => Promise<number>
}

/**
 * How a page lies, from all of its lines together: the shape of their boxes says along which side the text
 * runs; the direction classifier of PP-OCR (Du et al. 2020), asked about the longest lines, says which end is up.
 * It errs on fonts that it does not know, so what it calls upside down must also read better that way.
 */
export async function findTurn(
  signs: TurnSigns,
  image: PageImage,
  boxes: readonly Rectangle[],
): Promise<QuarterTurns> {
  const upendedBoxes = boxes.filter(isUpended)
  const horizontalBoxes = boxes.filter(({ width, height }) => width > clearlyLonger * height)
  const isPageUpended = totalLength(upendedBoxes) > totalLength(horizontalBoxes)
  const lines = (isPageUpended ? upendedBoxes.map((box) => readTurned(box, 1)) : horizontalBoxes)
    .toSorted((a, b) => b.width - a.width)
    .slice(0, linesAsked)
  const isHeadDown =
    (await looksHeadDown(signs.classifier, image, lines)) &&
    (await readsBetterHeadDown(signs.readability, lines.slice(-linesRead)))
  if (isPageUpended) return isHeadDown ? 3 : 1
  return isHeadDown ? 2 : 0
}

export function isUpended({ width, height }: Rectangle): boolean {
  return height > clearlyLonger * width
}

function totalLength(boxes: readonly Rectangle[]): number {
  return boxes.reduce((sum, { width, height }) => sum + Math.max(width, height), 0)
}

async function looksHeadDown(
  classifier: InferenceSession,
  image: PageImage,
  lines: readonly Rectangle[],
): Promise<boolean> {
  let sum = 0
  for (const line of lines) sum += await headDownProbability(classifier, image, beginningOf(line))
  return sum > doubtful * lines.length
}

async function readsBetterHeadDown(
  readability: TurnSigns['readability'],
  lines: readonly Rectangle[],
): Promise<boolean> {
  let advantage = 0
  for (const line of lines)
    advantage += (await readability(readTurned(line, 2))) - (await readability(line))
  return advantage > 0
}

/** Crops a line to the part that the classifier takes without squeezing it. */
function beginningOf(line: Rectangle): Rectangle {
  const width = Math.min(line.width, (line.height * classifierSize.width) / classifierSize.height)
  const [centreX, centreY] = pointIn(line, width / line.width / 2, 0.5)
  return { ...line, centreX, centreY, width }
}

async function headDownProbability(
  classifier: InferenceSession,
  image: PageImage,
  line: Rectangle,
): Promise<number> {
  const { height } = classifierSize
  const natural = Math.round((line.width * height) / Math.max(1, line.height))
  const width = Math.max(1, Math.min(classifierSize.width, natural))
  const { channels, values } = sampleRectangle(image, line, { width, height })
  const input = new Float32Array(3 * height * classifierSize.width)
  for (let c = 0; c < 3; c++)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const from = ((channels === 1 ? 0 : 2 - c) * height + y) * width + x
        input[(c * height + y) * classifierSize.width + x] = values[from]! / 127.5 - 1
      }
  const outputs = await classifier.run({
    [classifier.inputNames[0]!]: new Tensor('float32', input, [1, 3, height, classifierSize.width]),
  })
  return Number(outputs[classifier.outputNames[0]!]!.data[1])
}

/** The image as it looks to a reader whose head is turned clockwise, so text that runs downwards runs to the right. */
export function turnImage(image: PageImage, turns: QuarterTurns): PageImage {
  if (turns === 0) return image
  const { channels, pixels } = image
  const [width, height] = turns === 2 ? [image.width, image.height] : [image.height, image.width]
  const turnedPixels = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const [fromX, fromY] = turnBack([x + 0.5, y + 0.5], image, turns)
      const from = channels * (Math.floor(fromY) * image.width + Math.floor(fromX))
      const to = channels * (y * width + x)
      for (let c = 0; c < channels; c++) turnedPixels[to + c] = pixels[from + c]!
    }
  return { width, height, channels, pixels: turnedPixels }
}

type Size = { readonly width: number; readonly height: number }

/** Converts a point of the rotated image to the original image. */
function turnBack([x, y]: PixelPoint, size: Size, turns: QuarterTurns): PixelPoint {
  if (turns === 1) return [size.width - y, x]
  if (turns === 2) return [size.width - x, size.height - y]
  if (turns === 3) return [y, size.height - x]
  return [x, y]
}

export function turnQuadBack(quad: Quad, size: Size, turns: QuarterTurns): Quad {
  const [a, b, c, d] = quad
  const back = (point: PixelPoint) => turnBack(point, size, turns)
  return [back(a), back(b), back(c), back(d)]
}
