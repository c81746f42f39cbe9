import { pageText } from '@recto/document-text/page-lines'
import type { Reader, ReadMode } from '@recto/document-text/reader'
import { afterEach, expect, test } from 'vitest'
import { encodePng } from './images/encode-png.ts'
import type { PageImage } from './images/page-image.ts'
import { openReader } from './open-reader.ts'
import { type CannedOcr, cannedWord, openCannedOcr } from './testing/canned-ocr.ts'
import { type Drawing, drawPdf, write } from './testing/draw-pdf.ts'
import { drawTextImage } from './testing/draw-text-image.ts'

let reader: Reader | undefined
afterEach(() => reader?.close())

const place = { width: 200, height: 82 }

/** An OCR that finds one word near the corner of whatever it is shown. */
function openWith(pageWidth = place.width): { reader: Reader; ocr: CannedOcr } {
  const ocr = openCannedOcr((request) => ({
    words: [cannedWord(request, 'Harbour', { box: [10, 10, 60, 25], pageWidth })],
  }))
  reader = openReader({ ocr, threads: 1 })
  return { reader, ocr }
}

/** A seller's name and address as a picture. */
function drawSeller(d: Drawing): void {
  d.fontSize(18)
  write(d, 'Harbour Tools', 10, 10)
  d.fontSize(10)
  write(d, '12 Long Street, Springfield', 10, 40)
  write(d, 'VAT 7734 2210', 10, 60)
}

const seller = () => drawTextImage(drawSeller, { dpi: 150, pdf: { size: [220, 90] } })
const writeInvoice = (d: Drawing) => write(d.font('Helvetica').fontSize(12), 'Invoice 7', 50, 300)

const negative = (image: PageImage): PageImage => ({
  ...image,
  pixels: image.pixels.map((value) => 255 - value),
})

/** What a camera sees of leaves: tones that change from place to place, and no letter. */
function texture(width: number, height: number): PageImage {
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      pixels[y * width + x] = 128 + 60 * Math.sin(x / 17 + y / 29) + 50 * Math.sin(y / 11 - x / 41)
  return { width, height, channels: 1, pixels }
}

test.each([
  ['dark on light', (image: PageImage) => image],
  ['light on dark', negative],
])('a small picture with letters, %s, is read on a digital page', async (_, makeImage) => {
  const { reader, ocr } = openWith()
  const picture = Buffer.from(encodePng(makeImage(await seller())))
  const bytes = await drawPdf((d) => {
    writeInvoice(d)
    d.image(picture, 50, 20, place)
  })

  const { pages } = await reader.read(bytes)

  expect(pageText(pages[0]!)).toBe('Harbour\nInvoice 7')
  expect(ocr.asked).toHaveLength(1)
})

test('a logo with nothing but a name is read in the modes of OCR, and not where they were not asked for', async () => {
  const logo = await drawTextImage((d) => write(d.fontSize(30), 'Harbour', 10, 10), {
    dpi: 150,
    pdf: { size: [140, 50] },
  })
  const picture = Buffer.from(encodePng(logo))
  const bytes = await drawPdf((d) => {
    writeInvoice(d)
    d.image(picture, 50, 20, { width: 140, height: 50 })
  })
  const { reader } = openWith()
  const read = async (mode: ReadMode) => pageText((await reader.read(bytes, { mode })).pages[0]!)

  expect(await read('low_cost')).toBe('Harbour\nInvoice 7')
  expect(await read('high_quality')).toBe('Harbour\nInvoice 7')
  expect(await read('auto')).toBe('Invoice 7')
})

test('of the page nothing but the picture is shown to OCR, and its words are placed on the page', async () => {
  const { reader, ocr } = openWith()
  const picture = Buffer.from(encodePng(await seller()))
  const bytes = await drawPdf((d) => {
    writeInvoice(d)
    d.image(picture, 50, 20, place)
  })

  const { pages } = await reader.read(bytes)

  const { image } = ocr.asked[0]!
  expect(image.width / image.height).toBeCloseTo(place.width / place.height, 1)
  const box = pages[0]!.words.find(({ text }) => text === 'Harbour')!.box
  expect(box.map(Math.round)).toEqual([60, 30, 110, 45])
})

test('a letterhead that comes back on every page is read once', async () => {
  const { reader, ocr } = openWith()
  const picture = Buffer.from(encodePng(await seller()))
  const bytes = await drawPdf((d) => {
    for (let page = 0; page < 60; page++) {
      if (page > 0) d.addPage()
      writeInvoice(d)
      d.image(picture, 50, 20, place)
    }
  })

  const { pages } = await reader.read(bytes)

  expect(pages.filter(({ ocr }) => ocr).map(({ number }) => number)).toEqual([0])
  expect(ocr.asked).toHaveLength(1)
})

test('photographs, hundreds of icons and what the file spells itself are not read', async () => {
  const { reader, ocr } = openWith()
  const photograph = Buffer.from(encodePng(texture(400, 160)))
  const icon = Buffer.from(encodePng(await seller()))
  const read = Buffer.from(encodePng(await seller()))
  const bytes = await drawPdf((d) => {
    writeInvoice(d)
    d.image(photograph, 50, 20, place)
    for (let i = 0; i < 400; i++)
      d.image(icon, 20 + (i % 40) * 13, 400 + Math.floor(i / 40) * 13, { width: 12, height: 5 })
    d.addPage()
    // Render mode 3: neither filled nor stroked, as programs do that have read the picture.
    d.image(read, 50, 20, place)
    d.addContent('3 Tr')
    write(d, 'Harbour Tools', 60, 30)
    write(d, '12 Long Street, Springfield', 60, 55)
  })

  await reader.read(bytes)

  expect(ocr.asked).toHaveLength(0)
})

test('form mode still sees the whole page, and the letters of its pictures as well', async () => {
  const { reader, ocr } = openWith(595.28)
  const picture = Buffer.from(encodePng(await seller()))
  const bytes = await drawPdf((d) => {
    writeInvoice(d)
    d.image(picture, 50, 20, place)
  })

  const { pages } = await reader.read(bytes, { mode: 'form' })

  expect(pageText(pages[0]!)).toBe('Harbour\nInvoice 7')
  expect(ocr.asked[0]).toMatchObject({ tier: 'high_quality', withCheckboxes: true })
})
