import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { openPatientReader } from './testing/open-patient-reader.ts'

/** Limits that a page of any picture keeps. */
const reader = openPatientReader({ ocrMemoryMegabytes: 1500 })
afterAll(() => reader.close())

/** Light and dark in turn along the longer side. */
function stripes(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height)
  const isWide = width > height
  for (let i = 0; i < pixels.length; i++) {
    const position = isWide ? i % width : Math.floor(i / width)
    pixels[i] = position % 60 < 20 ? 20 : 240
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
