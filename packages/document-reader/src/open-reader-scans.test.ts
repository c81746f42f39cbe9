import type { Page } from '@recto/document-text/model'
import { pageText } from '@recto/document-text/page-lines'
import { afterAll, expect, test } from 'vitest'
import { encodePng } from './images/encode-png.ts'
import { type Drawing, drawPdf, write } from './testing/draw-pdf.ts'
import { drawTextImage } from './testing/draw-text-image.ts'
import { openPatientReader } from './testing/open-patient-reader.ts'

const reader = openPatientReader({ threads: 1 })
afterAll(() => reader.close())

function drawInvoice(drawing: Drawing): void {
  drawing.fontSize(14)
  write(drawing, 'Invoice INV-2041', 60, 80)
  write(drawing, 'Customer Ada Lovelace', 60, 130)
  write(drawing, 'Machine oil, two barrels', 60, 180)
  write(drawing, '186.50', 420, 180)
  write(drawing, 'Transport and insurance', 60, 210)
  write(drawing, '42.00', 420, 210)
  write(drawing, 'Total amount due', 60, 260)
  write(drawing, '228.50', 420, 260)
}

async function scan(rotate: number): Promise<Buffer> {
  return Buffer.from(encodePng(await drawTextImage(drawInvoice, { dpi: 150, rotate })))
}

function wordBox(page: Page, text: string) {
  const word = page.words.find((word) => word.text === text)
  if (!word) throw new Error(`No “${text}” in: ${pageText(page)}`)
  return word.box
}

/** Recognising three pages takes more than five minutes on a very busy machine. */
const timeoutMs = 900_000

test(
  'a document of digital, scanned, turned and skewed pages is read as a person reads it',
  async () => {
    const [upright, turnedBytes, skewedScan] = await Promise.all([scan(0), scan(90), scan(4)])
    const bytes = await drawPdf((d) => {
      drawInvoice(d)
      d.addPage().image(upright, 0, 0, { width: 595, height: 842 })
      d.addPage({ size: [842, 595] }).image(turnedBytes, 0, 0, { width: 842, height: 595 })
      d.addPage().image(skewedScan, 0, 0, { width: 595 })
    })

    const { pages } = await reader.read(bytes)

    expect(pages.map(({ ocr }) => ocr)).toEqual([undefined, ...Array(3).fill('high_quality')])
    for (const page of pages)
      expect(pageText(page).split('\n')).toEqual([
        'Invoice INV-2041',
        'Customer Ada Lovelace',
        'Machine oil, two barrels 186.50',
        'Transport and insurance 42.00',
        'Total amount due 228.50',
      ])
    const [digital, scannedPage] = pages as [Page, Page, Page, Page]
    wordBox(scannedPage, '228.50').forEach((side, i) => {
      expect(Math.abs(side - wordBox(digital, '228.50')[i]!)).toBeLessThan(5)
    })
  },
  timeoutMs,
)
