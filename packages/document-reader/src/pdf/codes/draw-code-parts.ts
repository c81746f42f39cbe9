import { createHash } from 'node:crypto'
import type { Box } from '@recto/document-text/model'
import { bestModuleSize, type CodePart, toCodeParts } from '../../embedded/codes/code-parts.ts'
import type { CodePicture } from '../../embedded/codes/read-codes.ts'
import type { CodeSuspect } from '../../embedded/codes/suspects/code-suspect.ts'
import { findCodeSuspects } from '../../embedded/codes/suspects/find-code-suspects.ts'
import type { ScopedCache } from '../../scoped-cache.ts'
import { displaySize, toDisplay } from '../pdfium/page-frame.ts'
import { getObjectMatrix, type Matrix, multiply, transform } from '../pdfium/page-objects.ts'
import type { OpenDocument } from '../pdfium/pdfium.ts'
import { renderPart } from '../pictures/render-page.ts'
import { type CodePage, findCodePlaces, type PlacedImage } from './find-code-places.ts'
import { readImagePixels } from './image-pixels.ts'

/** A suspect in an image; its box is in shares of the image's width and height. */
type ImageSuspect = Omit<CodeSuspect, 'moduleSize'> & {
  /** Share of the image's width. */
  readonly moduleWidth: number
}

/** Suspects of images by the digest of their bytes. */
export type SuspectCache = ScopedCache<readonly ImageSuspect[]>

/** Dots per inch at which rendered areas are examined: a module of a small code has two pixels. */
const examinedDotsPerInch = 200
/** Dots per inch of an image on its page: more are finer than what scanners of codes see. */
const maxImageDotsPerInch = 400
/** Pixels that are examined of one image or area. */
const maxExaminedPixels = 4_000_000
/** Pixels of a part that is decoded. */
const maxDecodedPixels = 2_000_000
const minDotsPerInch = 100
const maxDotsPerInch = 1200
/** Parts of one page that are decoded. */
const maxParts = 12

/**
 * Draws those parts of a page that may be codes, large enough to be decoded. An image is judged by
 * its own pixels, and a judgement is cached by the digest of its bytes. What is decoded is what
 * the page shows.
 */
export function drawCodeParts(
  codePage: CodePage & { readonly number: number },
  cache: SuspectCache,
): CodePicture[] {
  const { images, areas } = findCodePlaces(codePage)
  const suspects = [
    ...images.flatMap((image) => findSuspectsOnPage(codePage, image, cache)),
    ...areas.flatMap((area) => findSuspectsInArea(codePage, area)),
  ]
  return toCodeParts(suspects)
    .slice(0, maxParts)
    .map((part) => drawPart(codePage, part))
    .filter((picture) => picture !== undefined)
}

function drawPart(
  codePage: CodePage & { readonly number: number },
  { box, patterns, moduleSize }: CodePart,
): CodePicture | undefined {
  const { pdfium, page, frame, number } = codePage
  const size = displaySize(frame)
  const x0 = Math.max(0, box[0])
  const y0 = Math.max(0, box[1])
  const x1 = Math.min(size.width, box[2])
  const y1 = Math.min(size.height, box[3])
  if (x1 - x0 < 1 || y1 - y0 < 1) return undefined
  const scale = Math.min(
    Math.max(minDotsPerInch / 72, Math.min(maxDotsPerInch / 72, bestModuleSize / moduleSize)),
    Math.sqrt(maxDecodedPixels / ((x1 - x0) * (y1 - y0))),
  )
  const image = renderPart(pdfium, { page, ...size }, { box: [x0, y0, x1, y1], scale })
  const corner = [Math.round(x0 * scale), Math.round(y0 * scale)] as const
  return { image, pointsPerPixel: 1 / scale, corner, page: number, patterns }
}

/** Returns the suspects of a rendered area, in points of the displayed page. */
function findSuspectsInArea({ pdfium, page, frame }: CodePage, box: Box): CodeSuspect[] {
  const [x0, y0, x1, y1] = box
  const scale = Math.min(
    examinedDotsPerInch / 72,
    Math.sqrt(maxExaminedPixels / ((x1 - x0) * (y1 - y0))),
  )
  const image = renderPart(pdfium, { page, ...displaySize(frame) }, { box, scale })
  return findCodeSuspects(image).map(
    ({ pattern, box: [left, top, right, bottom], moduleSize }) => ({
      pattern,
      box: [x0 + left / scale, y0 + top / scale, x0 + right / scale, y0 + bottom / scale],
      moduleSize: moduleSize / scale,
    }),
  )
}

/** Returns the suspects of an image, in points of the displayed page. */
function findSuspectsOnPage(
  codePage: CodePage,
  image: PlacedImage,
  cache: SuspectCache,
): CodeSuspect[] {
  const { pdfium, scratch, frame } = codePage
  const { handle, toPage } = image.object
  const matrix = multiply(getObjectMatrix(pdfium, handle, scratch), toPage)
  return findSuspectsOfImage(codePage, image, cache).map(({ pattern, box, moduleWidth }) => ({
    pattern,
    box: placeBox(frame, matrix, box),
    moduleSize: moduleWidth * Math.hypot(matrix[0], matrix[1]),
  }))
}

/** Places a box of the unit square, whose top left corner is the origin, on the displayed page. */
function placeBox(frame: CodePage['frame'], matrix: Matrix, [x0, y0, x1, y1]: Box): Box {
  const corners = [
    [x0, y0],
    [x1, y0],
    [x0, y1],
    [x1, y1],
  ].map(([x = 0, y = 0]) => toDisplay(frame, ...transform(matrix, x, 1 - y)))
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

function findSuspectsOfImage(
  codePage: CodePage,
  image: PlacedImage,
  cache: SuspectCache,
): readonly ImageSuspect[] {
  const size = chooseSize(codePage, image)
  if (!size) return []
  const fileKey = hashFileBytes(codePage, image.object.handle, size)
  const earlierSuspects = fileKey && cache.get(fileKey)
  if (earlierSuspects) return earlierSuspects
  const order = { page: codePage.page, handle: image.object.handle, ...size }
  const pixels = readImagePixels(codePage, order)
  if (!pixels) return []
  const suspects = findCodeSuspects(pixels).map(
    ({ pattern, box: [x0, y0, x1, y1], moduleSize }) => ({
      pattern,
      box: [x0 / size.width, y0 / size.height, x1 / size.width, y1 / size.height] as const,
      moduleWidth: moduleSize / size.width,
    }),
  )
  if (fileKey) cache.set(fileKey, suspects)
  return suspects
}

type ImageSize = {
  /** Size at which the image is examined. */
  readonly width: number
  readonly height: number
  /** Pixels of the image in its file. */
  readonly filePixels: number
}

/**
 * Returns the size at which an image is examined: its own, unless that is finer than a code can be,
 * or one side is stretched on the page, as that of a bar code of one row of pixels.
 */
function chooseSize(
  { pdfium, scratch }: OpenDocument,
  { object: { handle }, box: [x0, y0, x1, y1] }: PlacedImage,
): ImageSize | undefined {
  const p = scratch.pointer
  if (pdfium.FPDFImageObj_GetImagePixelSize(handle, p, p + 4) !== 1) return undefined
  const [columns = 0, rows = 0] = new Uint32Array(pdfium.memory.buffer, p, 2)
  if (columns === 0 || rows === 0) return undefined
  const matrix = getObjectMatrix(pdfium, handle, scratch)
  const stretch = measureStretch(matrix, columns / rows)
  const wide = columns * Math.max(1, 1 / stretch)
  const high = rows * Math.max(1, stretch)
  const finest = maxImageDotsPerInch / 72
  const longSide = Math.max(x1 - x0, y1 - y0)
  const scale = Math.min(
    1,
    Math.sqrt(maxExaminedPixels / (wide * high)),
    Math.max((longSide * finest) / Math.max(wide, high), 1 / 16),
  )
  return {
    width: Math.max(1, Math.round(wide * scale)),
    height: Math.max(1, Math.round(high * scale)),
    filePixels: columns * rows,
  }
}

const maxStretch = 1000
/** A smaller one leaves squares square enough. */
const minStretch = 1.3

/** Returns how many times higher than wide a pixel is on the page; 1 if it is about square. */
function measureStretch([a, b, c, d]: Matrix, columnsPerRow: number): number {
  const stretch = (Math.hypot(c, d) / Math.hypot(a, b)) * columnsPerRow
  if (!(stretch > 0) || (stretch < minStretch && stretch > 1 / minStretch)) return 1
  return Math.min(maxStretch, Math.max(1 / maxStretch, stretch))
}

/**
 * Bytes per pixel of a file's image: one with fewer is nearly empty, and all that it shows may be
 * in its mask, which has bytes of its own.
 */
const minBytesPerPixel = 1 / 40
const maxHashedBytes = 16_000_000

/**
 * Returns the digest of an image's bytes as they are in the file, at the size at which it is
 * examined; `undefined` if they do not tell what it shows.
 */
function hashFileBytes(
  { pdfium }: OpenDocument,
  handle: number,
  { width, height, filePixels }: ImageSize,
): string | undefined {
  const length = pdfium.FPDFImageObj_GetImageDataRaw(handle, 0, 0)
  if (length < minBytesPerPixel * filePixels || length > maxHashedBytes) return undefined
  const pointer = pdfium.malloc(length)
  if (pointer === 0) return undefined
  try {
    pdfium.FPDFImageObj_GetImageDataRaw(handle, pointer, length)
    const bytes = new Uint8Array(pdfium.memory.buffer, pointer, length)
    return createHash('sha256').update(`${width} ${height} `).update(bytes).digest('base64')
  } finally {
    pdfium.free(pointer)
  }
}
