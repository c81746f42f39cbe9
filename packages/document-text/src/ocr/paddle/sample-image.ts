import type { PageImage } from '../ocr-engine.ts'
import { pointIn, type Rectangle } from './geometry.ts'

/** Grey or red, green and blue planes of the same size one after another, 0 to 255. */
export type Planes = {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  readonly values: Float32Array
}

/** A pixel of the result that covers several of the image is their average, up to this many along each axis. */
const mostSamples = 4

/**
 * Draws a rectangle of the image, whatever its position, in the given size. Values between pixels are
 * interpolated; what lies outside of the image repeats its border.
 */
export function sampleRectangle(
  image: PageImage,
  rectangle: Rectangle,
  size: { readonly width: number; readonly height: number },
): Planes {
  const { width, height } = size
  const { channels } = image
  const values = new Float32Array(width * height * channels)
  const [left, top] = pointIn(rectangle, 0, 0)
  const [cos, sin] = [Math.cos(rectangle.angle), Math.sin(rectangle.angle)]
  const stepX = rectangle.width / width
  const stepY = rectangle.height / height
  const samplesX = Math.min(mostSamples, Math.max(1, Math.ceil(stepX)))
  const samplesY = Math.min(mostSamples, Math.max(1, Math.ceil(stepY)))
  const sampleInto = channels === 1 ? addGrey : addColour
  const scratch = new Float32Array(3)
  const share = 1 / (samplesX * samplesY)

  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      scratch.fill(0)
      for (let j = 0; j < samplesY; j++) {
        const v = (y + (j + 0.5) / samplesY) * stepY
        for (let i = 0; i < samplesX; i++) {
          const u = (x + (i + 0.5) / samplesX) * stepX
          sampleInto(image, left + u * cos - v * sin, top + u * sin + v * cos, scratch)
        }
      }
      const place = y * width + x
      for (let c = 0; c < channels; c++) values[c * width * height + place] = scratch[c]! * share
    }
  return { width, height, channels, values }
}

type AddSample = (image: PageImage, x: number, y: number, sum: Float32Array) => void

/** Pixel centres lie at halves. */
const addGrey: AddSample = ({ width, height, pixels }, x, y, sum) => {
  const column = clamp(x - 0.5, width - 1)
  const row = clamp(y - 0.5, height - 1)
  const [x0, y0] = [Math.floor(column), Math.floor(row)]
  const [dx, dy] = [column - x0, row - y0]
  const here = y0 * width + x0
  const right = x0 < width - 1 ? 1 : 0
  const below = y0 < height - 1 ? width : 0
  const upper = pixels[here]! * (1 - dx) + pixels[here + right]! * dx
  const lower = pixels[here + below]! * (1 - dx) + pixels[here + below + right]! * dx
  sum[0]! += upper * (1 - dy) + lower * dy
}

const addColour: AddSample = ({ width, height, pixels }, x, y, sum) => {
  const column = clamp(x - 0.5, width - 1)
  const row = clamp(y - 0.5, height - 1)
  const [x0, y0] = [Math.floor(column), Math.floor(row)]
  const [dx, dy] = [column - x0, row - y0]
  const here = 3 * (y0 * width + x0)
  const right = x0 < width - 1 ? 3 : 0
  const below = y0 < height - 1 ? 3 * width : 0
  for (let c = 0; c < 3; c++) {
    const at = here + c
    const upper = pixels[at]! * (1 - dx) + pixels[at + right]! * dx
    const lower = pixels[at + below]! * (1 - dx) + pixels[at + below + right]! * dx
    sum[c]! += upper * (1 - dy) + lower * dy
  }
}

function clamp(value: number, last: number): number {
  return value < 0 ? 0 : value > last ? last : value
}
