import type { Box, Page, Word } from '@recto/document-text/model'
import sharp from 'sharp'
import type { PageImage } from '../images/page-image.ts'
import { findBoxesInPicture, placeInGiven } from '../ocr/marks/find-boxes-in-picture.ts'
import { measureLines } from '../ocr/picture/straighten.ts'
import { pictureOfPdf } from './draw-text-image.ts'

const defaultThreshold = 0.3

/** Pixels in an inch of the pictures that are made of PDFs. */
const pdfDpi = 200
const pdfSignature = '%PDF-'

/** A page with the check boxes of a picture, or of a PDF's first page, as its only words: as OCR finds them, without reading anything. */
export async function searchBoxes(bytes: Uint8Array): Promise<Page> {
  const { image, dpi } = await toImage(bytes)
  const { width, height } = image
  const { direction } = await measureLines(image)
  const level = await findBoxesInPicture(image, direction, defaultThreshold)
  const toPoints = (box: Box): Box => {
    const [x0, y0, x1, y1] = placeInGiven(level, box).map((value) => (value * 72) / dpi)
    return [x0!, y0!, x1!, y1!]
  }
  const words = level.boxes.map(({ box, isChecked, confidence }): Word => {
    const text = isChecked ? '[X]' : '[ ]'
    return { text, box: toPoints(box), confidence, origin: 'ocr', isCheckbox: true }
  })
  const toSize = (pixels: number) => (pixels * 72) / dpi
  const size = { width: toSize(width), height: toSize(height) }
  return { number: 0, ...size, rotation: 0, words, lines: [] }
}

async function toImage(
  bytes: Uint8Array,
): Promise<{ readonly image: PageImage; readonly dpi: number }> {
  const signature = Buffer.from(bytes.subarray(0, pdfSignature.length)).toString('latin1')
  if (signature === pdfSignature) return { image: await pictureOfPdf(bytes, pdfDpi), dpi: pdfDpi }
  const picture = sharp(bytes)
  const { density: dpi = 150 } = await picture.metadata()
  const { data, info } = await picture
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return { image: { width, height, channels: 1, pixels: new Uint8Array(data) }, dpi }
}
