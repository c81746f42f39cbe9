import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { toGrey } from '../../images/grey-image.ts'
import { openReader } from '../../open-reader.ts'
import { drawCode } from '../../testing/draw-code.ts'
import { drawHarmlessPictures, drawOddCodes, readModules } from '../../testing/draw-odd-codes.ts'
import { drawPdf, write } from '../../testing/draw-pdf.ts'
import { drawTextImage } from '../../testing/draw-text-image.ts'
import { findCodeSuspects } from './suspects/find-code-suspects.ts'

const reader = openReader({ threads: 1 })
afterAll(() => reader.close())

const readTexts = async (bytes: Uint8Array) =>
  (await reader.readEmbedded(bytes)).values.map(({ value }) => value)

describe('codes as they occur in the wild', () => {
  test('nearly all are found in pictures, and none says anything else', async () => {
    const missedCodes: string[] = []
    for await (const { name, text, picture } of drawOddCodes()) {
      const texts = await readTexts(picture)
      if (texts.length === 0) missedCodes.push(name)
      else expect([name, texts]).toEqual([name, [text]])
    }

    // ZXing does not decode this one from the whole picture either.
    expect(missedCodes).toEqual(['PDF417 askew by 12 degrees'])
  })

  test('all kinds are found on a page, in any of its pages, in their places', async () => {
    for await (const { name, text, picture } of drawOddCodes([
      'askew by 4 degrees',
      'light on dark',
    ])) {
      const pdf = await drawPdf((drawing) => {
        write(drawing, 'Delivery note', 50, 60)
        drawing.addPage().addPage()
        drawing.image(Buffer.from(picture), 200, 300, { width: 240 })
      })
      const { values } = await reader.readEmbedded(pdf)
      expect([name, values.map(({ value }) => value)]).toEqual([name, [text]])
      const [x0 = 0, y0 = 0, x1 = 0] = values[0]?.place.box ?? []
      expect([values[0]?.place.page, x0 > 199, y0 > 299, x1 < 441]).toEqual([2, true, true, true])
    }
  })

  const transforms = [
    [
      'turned by 30 degrees',
      (drawing: PDFKit.PDFDocument) => drawing.rotate(30, { origin: [300, 400] }),
    ],
    ['tiny', (drawing: PDFKit.PDFDocument) => drawing.translate(300, 300).scale(0.15)],
    ['huge', (drawing: PDFKit.PDFDocument) => drawing.translate(-250, -250).scale(2)],
  ] as const
  test.each(transforms)('a code whose image is %s on the page is found', async (_, transform) => {
    for (const format of ['QRCode', 'DataMatrix', 'Aztec'] as const) {
      const code = Buffer.from(await drawCode('SN 4711', format))
      const pdf = await drawPdf((drawing) => {
        transform(drawing)
        drawing.image(code, 220, 320, { width: 160 })
      })
      expect(await readTexts(pdf)).toEqual(['SN 4711'])
    }
  })

  test('a code of one pixel per module, and bars of one row of pixels, are found', async () => {
    const single = async (format: 'QRCode' | 'Code128') => {
      const modules = await readModules('SN 4711', format)
      return sharp(modules.pixels, { raw: { ...modules.size, channels: 1 } })
    }
    const square = await (await single('QRCode')).png().toBuffer()
    const bars = await single('Code128')
    const { width = 0 } = await bars.metadata()
    const row = await bars.extract({ left: 0, top: 4, width, height: 1 }).png().toBuffer()
    const pdf = await drawPdf((drawing) => {
      drawing.image(square, 100, 100, { width: 90 })
      drawing.image(row, 100, 400, { width: 200, height: 50 })
    })

    expect((await readTexts(pdf)).toSorted()).toEqual(['SN 4711', 'SN 4711'])
  })

  test('a code that is a mask, or cut into strips, is found', async () => {
    const code = sharp(Buffer.from(await drawCode('SN 4711'))).flatten({ background: '#fff' })
    const grey = await code.clone().greyscale().png().toBuffer()
    const { width = 0, height = 0 } = await sharp(grey).metadata()
    const alpha = await sharp(grey).negate().toColourspace('b-w').raw().toBuffer()
    const maskedBytes = await sharp({ create: { width, height, channels: 3, background: '#000' } })
      .joinChannel(alpha, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer()
    const cut = Math.floor(height / 2)
    const upper = await sharp(grey).extract({ left: 0, top: 0, width, height: cut }).toBuffer()
    const lower = await sharp(grey)
      .extract({ left: 0, top: cut, width, height: height - cut })
      .toBuffer()

    expect(
      await readTexts(await drawPdf((d) => d.image(maskedBytes, 100, 100, { width: 100 }))),
    ).toEqual(['SN 4711'])
    const strips = await drawPdf((d) => {
      d.image(upper, 100, 100, { width: 100 })
      d.image(lower, 100, 100 + (100 * cut) / width, { width: 100 })
    })
    expect(await readTexts(strips)).toEqual(['SN 4711'])
  })

  test.each(['QRCode', 'DataMatrix', 'Aztec', 'PDF417', 'Code128', 'EAN13'] as const)(
    '%s is found as boxes, dark or light, and as one path',
    async (format) => {
      const text = format === 'EAN13' ? '4006381333931' : 'SN 4711'
      const { size, dark } = await readModules(text, format)
      const unit = format === 'Code128' || format === 'EAN13' ? 1 : 1.6
      const drawModules = (drawing: PDFKit.PDFDocument, fill: string, isOnePath: boolean) => {
        for (const [column, row] of dark) {
          drawing.rect(200 + column * unit, 400 + row * unit, unit, unit)
          if (!isOnePath) drawing.fill(fill)
        }
        if (isOnePath) drawing.fill(fill)
      }
      const boxes = await drawPdf((d) => drawModules(d, 'black', false))
      const path = await drawPdf((d) => drawModules(d, '#103060', true))
      const light = await drawPdf((d) => {
        d.rect(180, 380, size.width * unit + 40, size.height * unit + 40).fill('#201030')
        drawModules(d, 'white', false)
      })

      expect(await readTexts(boxes)).toEqual([text])
      expect(await readTexts(path)).toEqual([text])
      expect(await readTexts(light)).toEqual([text])
    },
  )

  test('a code that something covers, or that is cut by the edge of the page, says nothing', async () => {
    const code = Buffer.from(await drawCode('SN 4711'))
    const coveredPdf = await drawPdf((d) => {
      d.image(code, 200, 200, { width: 120 })
      d.rect(190, 190, 140, 140).fill('white')
    })
    const cut = await drawPdf((d) => {
      d.image(code, -60, 200, { width: 120 })
    })

    expect(await readTexts(coveredPdf)).toEqual([])
    expect(await readTexts(cut)).toEqual([])
  })
})

describe('pictures without codes', () => {
  test('have no part that would be decoded', async () => {
    const suspects: string[] = []
    for await (const { name, image } of drawHarmlessPictures())
      if (findCodeSuspects(image).length > 0) suspects.push(name)

    expect(suspects).toEqual([])
  })

  test.each([0, 90])('a scanned letter turned by %d degrees is none', async (rotate) => {
    const draw = (drawing: PDFKit.PDFDocument) => {
      for (let line = 0; line < 40; line++) {
        const text = `${line}. Please pay the amount of ${line * 17}.50 EUR by March`
        write(drawing, text, 50, 60 + line * 18)
      }
    }
    const scan = await drawTextImage(draw, { dpi: 150, rotate })

    expect(findCodeSuspects(toGrey(scan))).toEqual([])
  })
})

test('ten thousand tiny images are searched within limits', async () => {
  const dot = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#888' } })
    .png()
    .toBuffer()
  const pdf = await drawPdf((drawing) => {
    for (let i = 0; i < 10_000; i++)
      drawing.image(dot, 5 + (i % 100) * 5.8, 5 + Math.floor(i / 100) * 8, { width: 4 })
  })

  expect(await readTexts(pdf)).toEqual([])
})
