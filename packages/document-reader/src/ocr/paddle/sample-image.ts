import type { PageImage, PixelPoint } from '../../images/page-image.ts'
import { pointIn, type Rectangle } from './geometry.ts'

/** Grey or red, green and blue planes of the same size one after another, 0 to 255. */
export type Planes = {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3
  readonly values: Float32Array
}

type Size = { readonly width: number; readonly height: number }

/**
 * Positions of the samples in the image. A pixel of the result that covers several pixels of the
 * image averages several samples.
 */
type Grid = {
  readonly left: number
  readonly top: number
  readonly cos: number
  readonly sin: number
  /** Step from sample to sample, in pixels of the image. */
  readonly stepX: number
  readonly stepY: number
  /** Number of samples per pixel of the result. */
  readonly samplesX: number
  readonly samplesY: number
}

/** Along each axis. */
const maxSamples = 4

/**
 * Draws a rectangle of the image, whatever its position, in the given size. Values between pixels are
 * interpolated; what lies outside of the image repeats its border. `values` receives the planes, if given.
 */
export function sampleRectangle(
  image: PageImage,
  rectangle: Rectangle,
  size: Size,
  values = new Float32Array(size.width * size.height * image.channels),
): Planes {
  const { width, height } = size
  const { channels } = image
  const area = width * height
  const grid = gridOf(rectangle, size)
  const sums = new Float32Array(width * channels)
  const share = 1 / (grid.samplesX * grid.samplesY)
  for (let y = 0; y < height; y++) {
    sums.fill(0)
    for (let i = 0; i < grid.samplesY; i++) addRow(image, grid, y * grid.samplesY + i, sums)
    for (let i = 0; i < sums.length; i++) {
      const channel = i % channels
      values[channel * area + y * width + (i - channel) / channels] = sums[i]! * share
    }
  }
  return { width, height, channels, values }
}

function gridOf(rectangle: Rectangle, { width, height }: Size): Grid {
  const [left, top] = pointIn(rectangle, 0, 0)
  const samplesX = samplesFor(rectangle.width / width)
  const samplesY = samplesFor(rectangle.height / height)
  return {
    left,
    top,
    cos: Math.cos(rectangle.angle),
    sin: Math.sin(rectangle.angle),
    stepX: rectangle.width / (width * samplesX),
    stepY: rectangle.height / (height * samplesY),
    samplesX,
    samplesY,
  }
}

function samplesFor(pixels: number): number {
  return Math.min(maxSamples, Math.max(1, Math.ceil(pixels)))
}

/** Adds one row of samples to the pixels that they belong to. */
function addRow(image: PageImage, grid: Grid, row: number, sums: Float32Array): void {
  const { left, top, cos, sin, stepX, samplesX } = grid
  const { channels } = image
  const v = (row + 0.5) * grid.stepY
  const count = (sums.length / channels) * samplesX
  for (let i = 0; i < count; i++) {
    const u = (i + 0.5) * stepX
    const place = Math.floor(i / samplesX) * channels
    addSample(image, [left + u * cos - v * sin, top + u * sin + v * cos], sums, place)
  }
}

/** Pixel centres lie at halves. */
function addSample(image: PageImage, [x, y]: PixelPoint, sums: Float32Array, place: number): void {
  const { width, height, channels, pixels } = image
  const column = Math.max(0, Math.min(width - 1, x - 0.5))
  const row = Math.max(0, Math.min(height - 1, y - 0.5))
  const x0 = Math.floor(column)
  const y0 = Math.floor(row)
  const dx = column - x0
  const dy = row - y0
  const pixelOffset = channels * (y0 * width + x0)
  const right = x0 < width - 1 ? channels : 0
  const rowStep = y0 < height - 1 ? channels * width : 0
  for (let c = 0; c < channels; c++) {
    const offset = pixelOffset + c
    const upper = pixels[offset]! * (1 - dx) + pixels[offset + right]! * dx
    const lower = pixels[offset + rowStep]! * (1 - dx) + pixels[offset + rowStep + right]! * dx
    sums[place + c]! += upper * (1 - dy) + lower * dy
  }
}
