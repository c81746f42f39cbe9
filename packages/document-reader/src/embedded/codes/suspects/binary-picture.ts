import type { GreyImage } from '../../../images/grey-image.ts'

/** Dark and light pixels of a picture, row by row from the top. */
export type BinaryPicture = {
  readonly width: number
  readonly height: number
  /** 1 is dark, 0 is light. */
  readonly bits: Uint8Array
}

/** Pixels. A threshold is computed from five blocks in each direction. */
const blockSize = 8
const reach = 2
/** Tones. Smaller differences are noise, shades or the grain of a photograph. */
const minContrast = 36

type Blocks = {
  readonly columns: number
  readonly rows: number
  readonly mean: Float32Array
  readonly min: Uint8Array
  readonly max: Uint8Array
}

/**
 * Separates dark from light pixels by a threshold for each neighbourhood, as the hybrid binarizer
 * of ZXing does, so that shadows do not matter: half way between the mean tone and the middle of
 * the darkest and the lightest. Even neighbourhoods count as light.
 */
export function toBinary(image: GreyImage): BinaryPicture {
  const { width, height } = image
  const blocks = widen(measureBlocks(image))
  const bits = new Uint8Array(width * height)
  for (let row = 0; row < blocks.rows; row++)
    for (let column = 0; column < blocks.columns; column++) {
      const block = row * blocks.columns + column
      const darkest = blocks.min[block]!
      const lightest = blocks.max[block]!
      if (lightest - darkest < minContrast) continue
      const threshold = (blocks.mean[block]! + (darkest + lightest) / 2) / 2
      fillBlock(image, bits, { row, column, threshold })
    }
  return { width, height, bits }
}

type BlockThreshold = { readonly row: number; readonly column: number; readonly threshold: number }

function fillBlock(
  { width, height, pixels }: GreyImage,
  bits: Uint8Array,
  { row, column, threshold }: BlockThreshold,
): void {
  const right = Math.min(width, (column + 1) * blockSize)
  const bottom = Math.min(height, (row + 1) * blockSize)
  for (let y = row * blockSize; y < bottom; y++)
    for (let i = y * width + column * blockSize; i < y * width + right; i++)
      if (pixels[i]! < threshold) bits[i] = 1
}

function measureBlocks({ width, height, pixels }: GreyImage): Blocks {
  const columns = Math.ceil(width / blockSize)
  const rows = Math.ceil(height / blockSize)
  const count = columns * rows
  const mean = new Float32Array(count)
  const min = new Uint8Array(count)
  const max = new Uint8Array(count)
  const blocks = { columns, rows, mean, min, max }
  for (let block = 0; block < count; block++) measureBlock({ width, height, pixels }, blocks, block)
  return blocks
}

function measureBlock(
  { width, height, pixels }: Omit<GreyImage, 'channels'>,
  { columns, mean, min, max }: Blocks,
  block: number,
): void {
  const x = (block % columns) * blockSize
  const y = Math.floor(block / columns) * blockSize
  const right = Math.min(width, x + blockSize)
  const bottom = Math.min(height, y + blockSize)
  let sum = 0
  let darkest = 255
  let lightest = 0
  for (let row = y; row < bottom; row++)
    for (let i = row * width + x; i < row * width + right; i++) {
      const value = pixels[i]!
      sum += value
      if (value < darkest) darkest = value
      if (value > lightest) lightest = value
    }
  mean[block] = sum / ((right - x) * (bottom - y))
  min[block] = darkest
  max[block] = lightest
}

/** Returns for each block the mean, minimum and maximum of the blocks around it. */
function widen(blocks: Blocks): Blocks {
  const { columns, rows } = blocks
  const wider = widenAlong(blocks, { step: 1, length: columns })
  return widenAlong(wider, { step: columns, length: rows })
}

type Direction = {
  /** Distance between neighbours in the arrays. */
  readonly step: number
  readonly length: number
}

function widenAlong(blocks: Blocks, { step, length }: Direction): Blocks {
  const count = blocks.mean.length
  const mean = new Float32Array(count)
  const min = new Uint8Array(count)
  const max = new Uint8Array(count)
  for (let block = 0; block < count; block++) {
    const place = step === 1 ? block % length : Math.floor(block / step)
    const first = block - Math.min(reach, place) * step
    const last = block + Math.min(reach, length - 1 - place) * step
    let sum = 0
    let darkest = 255
    let lightest = 0
    for (let i = first; i <= last; i += step) {
      sum += blocks.mean[i]!
      darkest = Math.min(darkest, blocks.min[i]!)
      lightest = Math.max(lightest, blocks.max[i]!)
    }
    mean[block] = sum / ((last - first) / step + 1)
    min[block] = darkest
    max[block] = lightest
  }
  return { ...blocks, mean, min, max }
}

/** Halves both sides of a picture; each pixel is the mean of four. */
export function halve({ width, height, pixels }: GreyImage): GreyImage {
  const halfWidth = width >> 1
  const halfHeight = height >> 1
  const half = new Uint8Array(halfWidth * halfHeight)
  for (let y = 0, i = 0; y < halfHeight; y++)
    for (let x = 0, from = 2 * y * width; x < halfWidth; x++, from += 2, i++)
      half[i] =
        (pixels[from]! + pixels[from + 1]! + pixels[from + width]! + pixels[from + width + 1]!) >> 2
  return { width: halfWidth, height: halfHeight, channels: 1, pixels: half }
}
