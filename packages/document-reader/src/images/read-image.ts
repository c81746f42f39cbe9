import { nameOf, ReadError } from '@recto/document-text/read-error'
import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp'
import type { DetectedFile } from '../detect/file-type.ts'
import type { PageImage, PagePicture } from './page-image.ts'
import { readBmp, readBmpHeader } from './read-bmp.ts'

const maxPixels = 100_000_000
/** Limit for black-and-white pictures, such as scans at 1,200 dpi: they are decoded row by row with little memory. */
const maxPlainPixels = 250_000_000
const maxFrames = 10_000
/** Pixels; no engine reads letters better on more. */
const maxSide = 5000
/** Page size when the image does not state one. */
const usualPoints = 792
const plausibleDensity = { above: 72, upTo: 1200 }

const white = { r: 255, g: 255, b: 255 }
const inputOptions = { limitInputPixels: maxPlainPixels, failOn: 'truncated' } as const

/** Many for a TIFF; of an animation only the first picture counts. Throws `ReadError`. */
export async function countFrames(file: DetectedFile): Promise<number> {
  refuseHeic(file)
  if (file.type.type !== 'tiff') return 1
  const { pages = 1 } = await explained(file, sharp(file.bytes, inputOptions).metadata())
  if (pages > maxFrames)
    throw new ReadError(
      'too-many-pages',
      `${nameOf(file.name)} has ${pages} images; the limit is ${maxFrames}.`,
    )
  return pages
}

/** Upright as a viewer shows it, transparency on white, at most 5,000 pixels long. Throws `ReadError`. */
export async function readFrame(file: DetectedFile, index: number): Promise<PagePicture> {
  if (index >= (await countFrames(file)))
    throw new ReadError('no-such-page', `${nameOf(file.name)} has no image ${index + 1}.`)
  const image = openImage(file, index)
  const metadata = await explained(file, image.metadata())
  const { width, height, space, density } = metadata
  if (width * height > limitOf(metadata)) throw tooLarge(file)
  const statedDensity = file.type.type === 'bmp' ? readBmpHeader(file.bytes).density : density

  const isGrey = space === 'b-w' || space === 'grey16'
  const frame = image
    .autoOrient()
    .flatten({ background: white })
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace(isGrey ? 'b-w' : 'srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const { data, info } = await explained(file, frame)
  const shrink = Math.max(width, height) / Math.max(info.width, info.height)
  return {
    image: toPageImage(data, info),
    pointsPerPixel: pointsPerPixel(statedDensity, Math.max(width, height)) * shrink,
  }
}

function openImage(file: DetectedFile, index: number): Sharp {
  if (file.type.type !== 'bmp') return sharp(file.bytes, { ...inputOptions, page: index })
  const { width, height } = readBmpHeader(file.bytes)
  if (width * height > maxPixels) throw tooLarge(file)
  const { pixels } = readBmp(file.bytes)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

function limitOf({ bitsPerSample, isProgressive }: Metadata): number {
  return bitsPerSample === 1 && !isProgressive ? maxPlainPixels : maxPixels
}

function toPageImage(data: Buffer, info: OutputInfo): PageImage {
  const { width, height, channels } = info
  const pixels = new Uint8Array(data.buffer, data.byteOffset, data.length)
  if (channels !== 1 && channels !== 3)
    throw new Error(`An image came out with ${channels} channels.`)
  return { width, height, channels, pixels }
}

function pointsPerPixel(density: number | undefined, side: number): number {
  const isPlausible =
    density !== undefined && density > plausibleDensity.above && density <= plausibleDensity.upTo
  return isPlausible ? 72 / density : usualPoints / side
}

/** The decoder speaks in sentences only; the limit is told by its words. */
async function explained<T>(file: DetectedFile, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (/pixel limit|too large|exceeds/i.test(String(error))) throw tooLarge(file)
    throw new ReadError(
      'broken-file',
      `${nameOf(file.name)} is damaged or incomplete: it is ${file.type.label} that cannot be decoded.`,
      { cause: error },
    )
  }
}

function tooLarge({ name }: DetectedFile): ReadError {
  return new ReadError(
    'too-large',
    `${nameOf(name)} has too many pixels. The limit is ${maxPixels / 1_000_000} million, or ${maxPlainPixels / 1_000_000} million in black and white.`,
  )
}

function refuseHeic({ type, name }: DetectedFile): void {
  if (type.type === 'heic')
    throw new ReadError(
      'unsupported-type',
      `${nameOf(name)} is ${type.label}, which cannot be read. Export it as JPEG or PNG, or set the camera to “Most compatible”.`,
    )
}
