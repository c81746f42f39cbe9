import type { GreyImage } from '../../images/grey-image.ts'
import type { OpenDocument } from '../pdfium/pdfium.ts'

type ImageOrder = {
  readonly page: number
  readonly handle: number
  /** Size of the result in pixels. */
  readonly width: number
  readonly height: number
}

const matrixBytes = 24

/**
 * Returns the pixels of an image object as the file stores them, before the page turns, clips or
 * covers them, scaled to a size; with its mask, and on a white or black background, whichever shows more.
 * `undefined` if PDFium cannot decode it.
 */
export function readImagePixels(
  { pdfium, document, scratch }: OpenDocument,
  { page, handle, width, height }: ImageOrder,
): GreyImage | undefined {
  const p = scratch.pointer
  if (pdfium.FPDFPageObj_GetMatrix(handle, p) !== 1) return undefined
  const original = scratch.floats().slice(0, matrixBytes / 4)
  const setMatrix = (matrix: ArrayLike<number>) => {
    scratch.floats().set(matrix, 0)
    pdfium.FPDFPageObj_SetMatrix(handle, p)
  }
  setMatrix([width, 0, 0, height, 0, 0])
  const bitmap = pdfium.FPDFImageObj_GetRenderedBitmap(document, page, handle)
  setMatrix(original)
  if (bitmap === 0) return undefined
  try {
    const stride = pdfium.FPDFBitmap_GetStride(bitmap)
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
    const pixels = new Uint8Array(pdfium.memory.buffer, start, stride * height)
    return toOpaqueGrey({ width, height, stride, pixels })
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap)
  }
}

type TransparentPicture = {
  readonly width: number
  readonly height: number
  /** Bytes per row. */
  readonly stride: number
  /** Blue, green, red and opacity of each pixel. */
  readonly pixels: Uint8Array
}

const opaque = 255

function toOpaqueGrey({ width, height, stride, pixels }: TransparentPicture): GreyImage {
  const tones = new Uint8Array(width * height)
  let toneSum = 0
  let opacitySum = 0
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0, from = y * stride; x < width; x++, i++, from += 4) {
      const tone = (pixels[from]! * 29 + pixels[from + 1]! * 150 + pixels[from + 2]! * 77) >> 8
      tones[i] = tone
      toneSum += tone * pixels[from + 3]!
      opacitySum += pixels[from + 3]!
    }
  const grey: GreyImage = { width, height, channels: 1, pixels: tones }
  if (opacitySum === opaque * width * height) return grey
  const background = toneSum > 128 * opacitySum ? 0 : 255
  return blendWithBackground(grey, { width, height, stride, pixels }, background)
}

function blendWithBackground(
  grey: GreyImage,
  { stride, pixels }: TransparentPicture,
  background: number,
) {
  const { width, height } = grey
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0, from = y * stride + 3; x < width; x++, i++, from += 4) {
      const opacity = pixels[from]!
      grey.pixels[i] = Math.round(
        (grey.pixels[i]! * opacity + background * (opaque - opacity)) / opaque,
      )
    }
  return grey
}
