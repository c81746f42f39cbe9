import { pageText } from '@recto/document-text/page-lines'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { openReader } from './open-reader.ts'
import { write } from './testing/draw-pdf.ts'
import { drawTextImage } from './testing/draw-text-image.ts'

/** Limits that a page of any picture keeps. */
const reader = openReader({ ocrMemoryMegabytes: 1500, ocrTimeoutSeconds: 120 })
afterAll(() => reader.close())

/** Light and dark in turn along the longer side. */
function stripes(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height)
  const isWide = width > height
  for (let i = 0; i < pixels.length; i++) {
    const along = isWide ? i % width : Math.floor(i / width)
    pixels[i] = along % 60 < 20 ? 20 : 240
  }
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .png()
    .toBuffer()
}

test.each([
  ['low_cost', 40_000, 3],
  ['low_cost', 3, 40_000],
  ['high_quality', 40_000, 3],
  ['high_quality', 3, 40_000],
  ['form', 40_000, 3],
] as const)(
  'in %s a picture of %i x %i pixels is a page without words',
  async (mode, width, height) => {
    const { pages } = await reader.read(await stripes(width, height), { mode, name: 'strip.png' })

    expect(pages).toHaveLength(1)
    expect(pages[0]?.words.filter(({ isCheckbox }) => !isCheckbox)).toEqual([])
  },
)

test('a page scanned in black and white at 1,200 dots per inch is read as any other', async () => {
  const image = await drawTextImage(
    (d) => {
      write(d, 'Invoice number 2041', 60, 80)
      write(d, 'Total amount due 1,240.50', 60, 120)
    },
    { dpi: 150 },
  )
  const { width, height } = image
  const scan = await sharp(Buffer.from(image.pixels), { raw: { width, height, channels: 1 } })
    .resize(width * 8, height * 8, { kernel: 'nearest' })
    .threshold(128)
    .toColourspace('b-w')
    .tiff({ compression: 'ccittfax4', bitdepth: 1, xres: 1200 / 25.4, yres: 1200 / 25.4 })
    .toBuffer()

  const { pages } = await reader.read(scan, { mode: 'low_cost', name: 'scan.tif' })

  expect(pageText(pages[0]!)).toBe('Invoice number 2041\nTotal amount due 1,240.50')
  expect([pages[0]!.width, pages[0]!.height].map(Math.round)).toEqual([595, 842])
})
