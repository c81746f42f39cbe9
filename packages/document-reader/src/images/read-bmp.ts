import { ReadError } from '@recto/document-text/read-error'
import { omitUndefined } from '@recto/omit-undefined'

type RawImage = {
  readonly width: number
  readonly height: number
  readonly channels: 3
  readonly pixels: Uint8Array
  /** Dots per inch, when the file states it. */
  readonly density?: number
}

type Header = {
  readonly width: number
  readonly height: number
  readonly isTopDown: boolean
  readonly bits: number
  readonly compression: number
  readonly density: number
  readonly pixelsAt: number
  readonly palette: Buffer
  readonly masks: readonly number[]
}

const inchesPerMetre = 39.37

/** Size alone, before anything is allocated. Throws `ReadError`. */
export function readBmpHeader(bytes: Uint8Array): Header {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (file.length < 54) throw broken()
  return file.readUInt32LE(14) === 12 ? readOldHeader(file) : readHeader(file)
}

function readHeader(file: Buffer): Header {
  const height = file.readInt32LE(22)
  const compression = file.readUInt32LE(30)
  const pixelsAt = file.readUInt32LE(10)
  const hasMasks = compression === 3 && file.length >= 66
  return {
    width: file.readInt32LE(18),
    height: Math.abs(height),
    isTopDown: height < 0,
    bits: file.readUInt16LE(28),
    compression,
    density: file.readInt32LE(38) / inchesPerMetre,
    pixelsAt,
    palette: readPalette(file.subarray(14 + file.readUInt32LE(14), pixelsAt), 4),
    masks: hasMasks ? [54, 58, 62].map((offset) => file.readUInt32LE(offset)) : [],
  }
}

/** Header size of OS/2 1.x. */
function readOldHeader(file: Buffer): Header {
  const pixelsAt = file.readUInt32LE(10)
  return {
    width: file.readUInt16LE(18),
    height: file.readUInt16LE(20),
    isTopDown: false,
    bits: file.readUInt16LE(24),
    compression: 0,
    density: 0,
    pixelsAt,
    palette: readPalette(file.subarray(26, pixelsAt), 3),
    masks: [],
  }
}

/** Red, green and blue of every colour. */
function readPalette(bytes: Buffer, step: number): Buffer {
  const count = Math.min(256, Math.floor(bytes.length / step))
  const palette = Buffer.alloc(256 * 3)
  for (let i = 0; i < count; i++) {
    palette[i * 3] = bytes[i * step + 2]!
    palette[i * 3 + 1] = bytes[i * step + 1]!
    palette[i * 3 + 2] = bytes[i * step]!
  }
  return palette
}

/** Windows bitmaps of 1, 4, 8, 16, 24 and 32 bits without compression. Throws `ReadError`. */
export function readBmp(bytes: Uint8Array): RawImage {
  const header = readBmpHeader(bytes)
  const { width, height, bits, density } = header
  if (![0, 3].includes(header.compression))
    throw new ReadError(
      'unsupported-type',
      'The image is a compressed BMP, which cannot be read. Save it as PNG or JPEG and try again.',
    )
  const rows = bytes.subarray(header.pixelsAt)
  const rowBytes = Math.ceil((width * bits) / 32) * 4
  const isSane = [1, 4, 8, 16, 24, 32].includes(bits) && width > 0 && height > 0
  if (!isSane || rows.length < rowBytes * (height - 1) + Math.ceil((width * bits) / 8))
    throw broken()

  const pixels = new Uint8Array(width * height * 3)
  const setColour = colourOf(header)
  for (let y = 0; y < height; y++) {
    const row = rows.subarray((header.isTopDown ? y : height - 1 - y) * rowBytes)
    for (let x = 0; x < width; x++) setColour(row, x, pixels, (y * width + x) * 3)
  }
  return {
    width,
    height,
    channels: 3,
    pixels,
    ...omitUndefined({ density: density > 0 ? density : undefined }),
  }
}

type SetColour = (row: Uint8Array, x: number, pixels: Uint8Array, offset: number) => void

function colourOf({ bits, palette, masks }: Header): SetColour {
  if (bits <= 8) return paletteColour(bits, palette)
  if (bits === 16) return maskedColour(masks.length > 0 ? masks : [0x7c00, 0x3e0, 0x1f])
  const step = bits / 8
  return (row, x, pixels, offset) => {
    pixels[offset] = row[x * step + 2]!
    pixels[offset + 1] = row[x * step + 1]!
    pixels[offset + 2] = row[x * step]!
  }
}

function paletteColour(bits: number, palette: Uint8Array): SetColour {
  const perByte = 8 / bits
  return (row, x, pixels, offset) => {
    const shift = 8 - bits * ((x % perByte) + 1)
    const index = ((row[Math.floor(x / perByte)]! >> shift) & (2 ** bits - 1)) * 3
    for (let i = 0; i < 3; i++) pixels[offset + i] = palette[index + i]!
  }
}

function maskedColour(masks: readonly number[]): SetColour {
  const parts = masks.map((mask) => {
    const shift = zerosBelow(mask)
    return { mask, shift, max: Math.max(1, mask >>> shift) }
  })
  return (row, x, pixels, offset) => {
    const value = row[x * 2]! | (row[x * 2 + 1]! << 8)
    for (const [i, { mask, shift, max }] of parts.entries())
      pixels[offset + i] = Math.round((((value & mask) >>> shift) / max) * 255)
  }
}

function zerosBelow(mask: number): number {
  return mask === 0 ? 0 : 31 - Math.clz32(mask & -mask)
}

function broken(): ReadError {
  return new ReadError('broken-file', 'The image is damaged: it cannot be decoded.')
}
