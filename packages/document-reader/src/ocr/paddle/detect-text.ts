import { type InferenceSession, Tensor } from 'onnxruntime-node'
import type { PageImage } from '../../images/page-image.ts'
import { findRegions, type ProbabilityMap, type Region } from './find-regions.ts'
import { grow, minimumAreaRectangle, type Rectangle } from './geometry.ts'
import type { ReusedBuffer } from './reused-buffer.ts'
import { type Planes, sampleRectangle } from './sample-image.ts'

/** The network, and the memory for its input, of which a page takes up to 24 MB. */
export type Detector = { readonly session: InferenceSession; readonly buffer: ReusedBuffer }

/** The network halves its input five times. */
const multiple = 32

/**
 * Normalization of the training data: ImageNet's mean and deviation, in the order blue, green, red.
 */
const mean = [0.485, 0.456, 0.406]
const deviation = [0.229, 0.224, 0.225]

const detection = {
  /** Maximum side of the network's input: an A4 page at 140 dpi. Memory and time grow with it. */
  maxPixels: 2_000_000,
  /** Pixels: capitals of this height are found as well as larger ones, in less time. */
  letterHeight: 20,
  pixelThreshold: 0.3,
  boxThreshold: 0.5,
  /** Handwriting and stamps that touch a printed line make the box around it large and the mean in it low. */
  longBoxThreshold: 0.4,
  /** Minimum ratio of length to height. */
  longBox: 4,
  unclipRatio: 2.2,
  minSide: 3,
}

/**
 * Finds lines of text with a network that draws, for every pixel, the probability that it belongs to the core of a line
 * ("Real-time Scene Text Detection with Differentiable Binarization", Liao et al., AAAI 2020; weights of
 * PP-OCRv4, PaddlePaddle 2023). Every connected region becomes the smallest rectangle around it, grown back
 * to the size of the letters by the paper's rule: area x ratio / perimeter. A picture whose capitals are higher than the network
 * needs, in pixels and where that is known, is looked at in a smaller size.
 */
export async function detectText(
  { session, buffer }: Detector,
  image: PageImage,
  letterHeight = 0,
): Promise<Rectangle[]> {
  const { width, height } = networkSize(image, letterHeight)
  const map = await buffer.use(3 * width * height, (values) =>
    probabilityMap(session, sampleWhole(image, { width, height }, values)),
  )
  const scaleX = image.width / width
  const scaleY = image.height / height
  return findRegions(map, detection.pixelThreshold)
    .map((region) => boxOf(region, map))
    .filter((box) => box !== undefined)
    .map((box) => scaled(box, scaleX, scaleY))
}

function networkSize(
  { width, height }: PageImage,
  letterHeight: number,
): { width: number; height: number } {
  const scale = Math.min(
    1,
    letterHeight > 0 ? detection.letterHeight / letterHeight : 1,
    Math.sqrt(detection.maxPixels / (width * height)),
  )
  const fit = (side: number) => Math.max(multiple, Math.round((side * scale) / multiple) * multiple)
  return { width: fit(width), height: fit(height) }
}

function sampleWhole(
  image: PageImage,
  size: Pick<Planes, 'width' | 'height'>,
  values: Float32Array<ArrayBuffer>,
): Planes {
  const whole = {
    centreX: image.width / 2,
    centreY: image.height / 2,
    width: image.width,
    height: image.height,
    angle: 0,
  }
  return sampleRectangle(image, whole, size, values)
}

async function probabilityMap(session: InferenceSession, planes: Planes): Promise<ProbabilityMap> {
  const { width, height, values } = planes
  normalise(planes)
  const outputs = await session.run({
    [session.inputNames[0]!]: new Tensor('float32', values, [1, 3, height, width]),
  })
  return { width, height, values: outputs[session.outputNames[0]!]!.data as Float32Array }
}

/** Replaces grey, or red, green and blue, by the three planes of the network's input in the same memory. */
function normalise({ width, height, channels, values }: Planes): void {
  const size = width * height
  const scales = deviation.map((one) => 1 / (255 * one))
  const shifts = deviation.map((one, c) => mean[c]! / one)
  const [second, third] = channels === 1 ? [0, 0] : [size, 2 * size]
  for (let i = 0; i < size; i++) {
    const last = values[i]!
    const middle = values[second + i]!
    const first = values[third + i]!
    values[i] = first * scales[0]! - shifts[0]!
    values[size + i] = middle * scales[1]! - shifts[1]!
    values[2 * size + i] = last * scales[2]! - shifts[2]!
  }
}

function boxOf(region: Region, map: ProbabilityMap): Rectangle | undefined {
  const core = minimumAreaRectangle(region.outline)
  if (Math.min(core.width, core.height) < detection.minSide) return undefined
  const isLong = core.width > detection.longBox * core.height
  const threshold = isLong ? detection.longBoxThreshold : detection.boxThreshold
  if (meanInside(core, map) < threshold) return undefined
  const perimeter = 2 * (core.width + core.height)
  return grow(core, (core.width * core.height * detection.unclipRatio) / perimeter)
}

/** The mean probability inside a rectangle. */
function meanInside(box: Rectangle, { width, height, values }: ProbabilityMap): number {
  const cos = Math.cos(box.angle)
  const sin = Math.sin(box.angle)
  const reachX = (Math.abs(cos) * box.width + Math.abs(sin) * box.height) / 2
  const reachY = (Math.abs(sin) * box.width + Math.abs(cos) * box.height) / 2
  let sum = 0
  let count = 0
  const bottom = Math.min(height - 1, Math.ceil(box.centreY + reachY))
  const right = Math.min(width - 1, Math.ceil(box.centreX + reachX))
  for (let y = Math.max(0, Math.floor(box.centreY - reachY)); y <= bottom; y++)
    for (let x = Math.max(0, Math.floor(box.centreX - reachX)); x <= right; x++) {
      const dx = x + 0.5 - box.centreX
      const dy = y + 0.5 - box.centreY
      if (Math.abs(dx * cos + dy * sin) > box.width / 2) continue
      if (Math.abs(dy * cos - dx * sin) > box.height / 2) continue
      sum += values[y * width + x]!
      count++
    }
  return count === 0 ? 0 : sum / count
}

/** Both scales are almost the same: rounding to the network's size parts them by a few percent. */
function scaled(box: Rectangle, scaleX: number, scaleY: number): Rectangle {
  const cos = Math.cos(box.angle)
  const sin = Math.sin(box.angle)
  return {
    centreX: box.centreX * scaleX,
    centreY: box.centreY * scaleY,
    width: box.width * Math.hypot(cos * scaleX, sin * scaleY),
    height: box.height * Math.hypot(cos * scaleY, sin * scaleX),
    angle: Math.atan2(sin * scaleY, cos * scaleX),
  }
}
