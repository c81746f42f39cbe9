import { write } from '@recto/document-reader/testing/draw-pdf'
import { drawTextImage } from '@recto/document-reader/testing/draw-text-image'
import sharp from 'sharp'

/** A picture of a small page with one line of text, as a PNG. */
export async function drawScan(line: string): Promise<Uint8Array> {
  const { pixels, width, height, channels } = await drawTextImage(
    (drawing) => write(drawing.fontSize(16), line, 30, 40),
    { dpi: 200, pdf: { size: [300, 120] } },
  )
  return sharp(pixels, { raw: { width, height, channels } }).png().toBuffer()
}
