import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { EmbeddedData } from '@recto/document-text/embedded'
import type { Box } from '@recto/document-text/model'
import { boxesOverlap } from '@recto/document-text/unite-boxes'
import {
  prepareZXingModule,
  type ReaderOptions,
  type ReadResult,
  readBarcodes,
} from 'zxing-wasm/reader'
import type { GreyImage } from '../../images/grey-image.ts'
import type { PagePicture } from '../../images/page-image.ts'
import type { ScopedCache } from '../../scoped-cache.ts'
import { joinData } from '../join-data.ts'
import type { CodePattern } from './suspects/code-suspect.ts'
import { type Code, valuesOfCode } from './values-of-code.ts'

/** A picture of a part of a page that may be a code. */
export type CodePicture = Omit<PagePicture, 'image'> & {
  readonly image: GreyImage
  /** Zero-based. */
  readonly page: number
  readonly patterns: readonly CodePattern[]
}

/** A code and its box in pixels of the picture. */
export type DecodedCode = Code & { readonly box: Box }

const maxCodesOfPicture = 20
/** Pixels that are decoded of one document, which take about a second. */
const maxDecodedPixels = 24_000_000

const formats: Readonly<Record<CodePattern, NonNullable<ReaderOptions['formats']>>> = {
  qr: ['QRCode'],
  aztec: ['Aztec'],
  'data-matrix': ['DataMatrix'],
  pdf417: ['PDF417'],
  linear: ['Code128', 'EAN13', 'EAN8', 'ITF14'],
}

let module: Promise<unknown> | undefined

/** Loads the reader of codes from the installed package, never from a network. */
function loadReader(): Promise<unknown> {
  module ??= (async () => {
    const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
    const { buffer } = new Uint8Array(await readFile(path))
    await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true })
  })()
  return module
}

/**
 * Reads the bar and QR codes in the pictures of a document with ZXing. A picture that was decoded
 * before in the same scope is not decoded again.
 */
export async function readCodes(
  pictures: readonly CodePicture[],
  cache?: ScopedCache<readonly DecodedCode[]>,
): Promise<EmbeddedData> {
  const embedded: EmbeddedData[] = []
  let decodedPixels = 0
  for (const picture of pictures) {
    decodedPixels += picture.image.pixels.length
    if (decodedPixels > maxDecodedPixels) break
    const codes = await decodeOnce(picture, cache)
    for (const { box, ...code } of codes)
      embedded.push(valuesOfCode(code, { page: picture.page, box: toPageBox(box, picture) }))
  }
  return joinData(withoutRepetitions(embedded))
}

async function decodeOnce(
  { image, patterns }: CodePicture,
  cache: ScopedCache<readonly DecodedCode[]> | undefined,
): Promise<readonly DecodedCode[]> {
  if (!cache) return decode(image, patterns)
  const { width, height, pixels } = image
  const key = createHash('sha256')
    .update(`${width} ${height} ${patterns.join(' ')} `)
    .update(pixels)
    .digest('base64')
  const earlierCodes = cache.get(key)
  if (earlierCodes) return earlierCodes
  const codes = await decode(image, patterns)
  cache.set(key, codes)
  return codes
}

/** Decodes the codes of the given patterns in a picture. */
async function decode(
  image: GreyImage,
  patterns: readonly CodePattern[],
): Promise<readonly DecodedCode[]> {
  const codes = await decodeDark(image, patterns)
  const barPatterns = patterns.filter((pattern) => pattern === 'linear' || pattern === 'pdf417')
  return codes.length > 0 || barPatterns.length === 0
    ? codes
    : decodeDark(negate(image), barPatterns)
}

/** ZXing finds light codes on dark paper by itself, except those of bars. */
async function decodeDark(
  image: GreyImage,
  patterns: readonly CodePattern[],
): Promise<readonly DecodedCode[]> {
  await loadReader()
  const results = await readBarcodes(toImageData(image), {
    formats: patterns.flatMap((pattern) => formats[pattern]),
    maxNumberOfSymbols: maxCodesOfPicture,
  })
  return results
    .filter(({ isValid }) => isValid)
    .map((result) => ({
      format: result.format,
      text: result.text,
      isGs1: result.contentType === 'GS1',
      box: getBox(result),
    }))
}

function negate(image: GreyImage): GreyImage {
  return { ...image, pixels: image.pixels.map((tone) => 255 - tone) }
}

function getBox({ position }: ReadResult): Box {
  const corners = [position.topLeft, position.topRight, position.bottomLeft, position.bottomRight]
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function toPageBox(
  [x0, y0, x1, y1]: Box,
  { pointsPerPixel, corner = [0, 0] }: Omit<CodePicture, 'page'>,
): Box {
  return [
    (x0 + corner[0]) * pointsPerPixel,
    (y0 + corner[1]) * pointsPerPixel,
    (x1 + corner[0]) * pointsPerPixel,
    (y1 + corner[1]) * pointsPerPixel,
  ]
}

/** Removes codes that two parts of a page show in the same place. */
function withoutRepetitions(embedded: readonly EmbeddedData[]): EmbeddedData[] {
  const distinctData: EmbeddedData[] = []
  for (const data of embedded)
    if (!distinctData.some((one) => areSame(one, data))) distinctData.push(data)
  return distinctData
}

function areSame(a: EmbeddedData, b: EmbeddedData): boolean {
  const [first] = a.values
  const [second] = b.values
  if (!first || !second || a.values.length !== b.values.length) return false
  if (first.place.page !== second.place.page) return false
  if (!first.place.box || !second.place.box) return false
  const isEqual = a.values.every((value, i) => value.value === b.values[i]?.value)
  return isEqual && boxesOverlap(first.place.box, second.place.box)
}

type Picture = Exclude<Parameters<typeof readBarcodes>[0], Uint8Array | ArrayBuffer | Blob>

/** Converts a picture to four bytes per pixel, as the reader expects. */
function toImageData({ width, height, pixels }: GreyImage): Picture {
  const words = new Uint32Array(width * height)
  for (let i = 0; i < words.length; i++) words[i] = pixels[i]! * 0x010101 + 0xff000000
  const data = new Uint8ClampedArray(words.buffer)
  return { width, height, data, colorSpace: 'srgb' } as Picture
}
