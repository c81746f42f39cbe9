/** Synthetic samples for measurements without real documents. */
import { type Drawing, drawPdf } from '@recto/document-reader/testing/draw-pdf'
import { drawTextImage } from '@recto/document-reader/testing/draw-text-image'
import sharp from 'sharp'
import type { Receipt, Sample } from './samples.ts'

const pagesOfSample = 5
const lineHeight = 18

export function makeInvoices(): Promise<Sample[]> {
  return Promise.all(
    [1, 2, 3, 4, 5, 6].map(async (number) => ({
      name: `made-${number}.pdf`,
      bytes: await drawPdf((drawing) => drawInvoice(drawing, number)),
    })),
  )
}

function drawInvoice(drawing: Drawing, number: number): void {
  for (let page = 1; page <= pagesOfSample; page++) {
    if (page > 1) drawing.addPage().font('Helvetica').fontSize(12)
    drawing.text(`Invoice ${number}-${page}`, 50, 50, { lineBreak: false })
    for (let line = 0; line < 35; line++) {
      const y = 90 + line * lineHeight
      drawing.text(`${line + 1}`, 50, y, { lineBreak: false })
      drawing.text(`Article ${number * line} with a description`, 90, y, { lineBreak: false })
      drawing.text(`${line * 3 + 1}`, 340, y, { lineBreak: false })
      drawing.text(`${(line * 7.35).toFixed(2)} EUR`, 420, y, { lineBreak: false })
    }
  }
}

export function makeReceipts(): Promise<Receipt[]> {
  return Promise.all([1, 2, 3].map(makeReceipt))
}

async function makeReceipt(number: number): Promise<Receipt> {
  const company = `CORNER SHOP NO. ${number}`
  const date = `0${number}/03/2026`
  const total = `${number}7.35`
  const address = '12 HIGH STREET'
  const items = ['BREAD 2.10', 'MILK 1 L 1.25', 'COFFEE BEANS 9.90', 'APPLES 1.2 KG 4.10']
  const lines = [company, address, `DATE: ${date}`, ...items, `TOTAL EUR ${total}`]
  const { width, height, channels, pixels } = await drawTextImage(
    (drawing) => {
      for (const [i, line] of lines.entries()) drawing.text(line, 30, 30 + i * 22)
    },
    { pdf: { size: [300, 250] }, rotate: number - 2 },
  )
  const image = sharp(pixels, { raw: { width, height, channels } })
  const bytes = await image.jpeg({ quality: 70 }).toBuffer()
  return {
    name: `made-${number}.jpg`,
    bytes,
    text: lines.join('\n'),
    total,
    date,
    company,
    address,
  }
}
