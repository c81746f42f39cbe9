import { constants, deflateSync, inflateSync } from 'node:zlib'
import sharp from 'sharp'

export type ChangedPdf = {
  readonly bytes: Uint8Array
  /** Number of images in the file, and of those that now have other pixels. */
  readonly images: number
  readonly changedImages: number
}

type ImageStream = {
  readonly dictionary: string
  readonly isIndexed: boolean
  readonly start: number
  readonly length: number
}

const maxDictionary = 4000
const streamStart = /\bstream\r?\n/g

/**
 * Changes a pixel of every image of a PDF, in another way for each number, so that no cache knows the images. The
 * file keeps its length and all offsets: an image whose changed data would be longer stays as it is, and so does one
 * that is packed in a rare way.
 */
export async function changePixels(pdf: Uint8Array, number: number): Promise<ChangedPdf> {
  const bytes = Buffer.from(pdf)
  const text = bytes.toString('latin1')
  const images = text.includes('/Encrypt') ? [] : [...findImages(text)]
  let changedImages = 0
  for (const image of images) {
    const data = bytes.subarray(image.start, image.start + image.length)
    const changedData = await changeImage(image, data, number)
    if (!changedData || changedData.length > data.length) continue
    // What follows the end of the data within the stream is ignored.
    data.fill(0x0a).set(changedData)
    changedImages += 1
  }
  return { bytes: new Uint8Array(bytes), images: images.length, changedImages }
}

function* findImages(text: string): Generator<ImageStream> {
  for (const match of text.matchAll(streamStart)) {
    const head = text.slice(Math.max(0, match.index - maxDictionary), match.index)
    const dictionary = head.slice(head.lastIndexOf(' obj') + 1)
    if (!/\/Subtype\s*\/Image\b/.test(dictionary)) continue
    const start = match.index + match[0].length
    const length = lengthOf(text, dictionary)
    if (length === undefined || start + length > text.length) continue
    yield { dictionary, isIndexed: isIndexed(text, dictionary), start, length }
  }
}

/** Whether the pixels are places in a palette. The color space may be an object of its own. */
function isIndexed(text: string, dictionary: string): boolean {
  const [, name, object] = /\/ColorSpace\s*(?:\[?\s*\/(\w+)|(\d+)\s+\d+\s+R)/.exec(dictionary) ?? []
  if (object === undefined) return name === 'Indexed'
  const space = new RegExp(`[\\r\\n]${object}\\s+\\d+\\s+obj\\s*\\[\\s*/(\\w+)`).exec(text)
  return space?.[1] === 'Indexed'
}

/** Returns the stated length of a stream, which may be an object of its own. */
function lengthOf(text: string, dictionary: string): number | undefined {
  const [, value, generation] = /\/Length\s+(\d+)(\s+\d+\s+R)?/.exec(dictionary) ?? []
  if (value === undefined) return undefined
  if (generation === undefined) return Number(value)
  const object = new RegExp(`[\\r\\n]${value}\\s+\\d+\\s+obj\\s+(\\d+)\\s+endobj`).exec(text)
  return object ? Number(object[1]) : undefined
}

async function changeImage(
  image: ImageStream,
  data: Buffer,
  number: number,
): Promise<Buffer | undefined> {
  const { dictionary } = image
  // A single name, with or without brackets; data that is packed twice is rare.
  const filter = /\/Filter\s*(\[[^\]]*\]|\/\w+)/.exec(dictionary)?.[1]?.replaceAll(/[[\]\s]/g, '')
  if (filter === undefined) return changeTail(Buffer.from(data), image, number)
  if (filter === '/FlateDecode') return changeDeflated(image, data, number)
  return filter === '/DCTDecode' ? await changeJpeg(data, number) : undefined
}

function changeDeflated(image: ImageStream, data: Buffer, number: number): Buffer | undefined {
  try {
    // Some writers state a length with the line break after the data.
    const pixels = inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH })
    return deflateSync(changeTail(pixels, image, number), { level: 9, memLevel: 9 })
  } catch {
    return undefined
  }
}

const numberBytes = 3

/**
 * Changes the last bytes of the last row: no other row depends on them, however rows are predicted. Of an image with
 * a palette only the lowest bits change, so that each value stays in it.
 */
function changeTail(pixels: Buffer, { isIndexed }: ImageStream, number: number): Buffer {
  const count = Math.min(isIndexed ? 8 * numberBytes : numberBytes, pixels.length)
  for (let i = 0; i < count; i++) {
    const place = pixels.length - 1 - i
    const change = isIndexed ? ((number + 1) >> i) & 1 : 0x80 | ((number >> (7 * i)) & 0x7f)
    pixels[place] = (pixels[place] ?? 0) ^ change
  }
  return pixels
}

const qualities = [92, 85, 75, 60]

/** Sets one pixel in another shade for each number, and packs the image again. */
async function changeJpeg(data: Buffer, number: number): Promise<Buffer | undefined> {
  try {
    const image = sharp(data)
    const { channels = 3 } = await image.metadata()
    if (channels > 3) return undefined
    const { data: pixels, info } = await image.raw().toBuffer({ resolveWithObject: true })
    const count = info.width * info.height
    const place = ((number * 7919) % count) * info.channels
    for (let channel = 0; channel < info.channels; channel++)
      pixels[place + channel] = (pixels[place + channel] ?? 0) ^ 0xff
    const space = info.channels === 1 ? 'b-w' : 'srgb'
    const raw = { width: info.width, height: info.height, channels: info.channels }
    for (const quality of qualities) {
      const jpeg = await sharp(pixels, { raw }).toColourspace(space).jpeg({ quality }).toBuffer()
      if (jpeg.length <= data.length) return jpeg
    }
    return undefined
  } catch {
    return undefined
  }
}
