import { pageText, toPlainText } from '@recto/document-text/page-lines'
import { parseStoredDocumentText } from '@recto/document-text/stored-text'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openReader } from './open-reader.ts'
import { cannedWord, openCannedOcr } from './testing/canned-ocr.ts'
import { drawPdf, write } from './testing/draw-pdf.ts'
import { pixelAt } from './testing/pixel-at.ts'

const ocr = openCannedOcr((request) => ({
  words: [cannedWord(request, 'TOTAL', { box: [10, 10, 60, 20], pageWidth: 100 })],
}))
const reader = openReader({ ocr, threads: 1, maxPages: 20 })
afterAll(() => reader.close())
beforeEach(() => {
  ocr.asked.length = 0
})

const png = sharp({ create: { width: 400, height: 200, channels: 3, background: '#2040ff' } })
  .png()
  .toBuffer()

const mail = Buffer.from(`From: Ada <ada@example.com>
To: Olga <olga@example.com>
Subject: Your invoice
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="part"

--part
Content-Type: text/plain

Please find it attached.
--part
Content-Type: text/csv; name="lines.csv"
Content-Disposition: attachment; filename="lines.csv"

item,amount
bolt,42.00
--part--
`)

describe('an image', () => {
  test('has no native text', async () => {
    await expect(
      reader.read(await png, { mode: 'native_text', name: 'a.png' }),
    ).rejects.toMatchObject({
      code: 'needs-ocr',
      message: '“a.png” needs OCR: it is a PNG image.',
    })
  })

  test('that is called .pdf is refused', async () => {
    await expect(reader.read(await png, { name: 'a.pdf' })).rejects.toMatchObject({
      code: 'type-mismatch',
    })
  })

  test('is a page that OCR reads', async () => {
    const { pages } = await reader.read(await png, { mode: 'low_cost' })

    expect(pages).toHaveLength(1)
    expect(pageText(pages[0]!)).toBe('TOTAL')
    expect(pages[0]).toMatchObject({ number: 0, ocr: 'low_cost' })
    expect(pages[0]!.width / pages[0]!.height).toBeCloseTo(2)
    expect(ocr.asked[0]?.image).toMatchObject({ width: 400, height: 200 })
  })

  test('is inspected and drawn', async () => {
    const [page] = (await reader.read(await png)).pages
    expect(await reader.inspect(await png)).toEqual({
      pages: 1,
      sizes: [{ width: page?.width, height: page?.height }],
      attachments: [],
    })

    const drawing = await reader.drawPage(await png, { page: 0, width: 100 })

    expect(drawing).toMatchObject({ mimeType: 'image/png', width: 100, height: 50 })
    expect(await pixelAt(drawing.bytes, 50, 25)).toEqual([0x20, 0x40, 0xff])
    await expect(reader.drawPage(await png, { page: 1, width: 100 })).rejects.toThrow(RangeError)
  })
})

describe('a mail', () => {
  test('is read with its headers, and lists what came with it', async () => {
    const document = await reader.read(mail, { name: 'a.eml' })

    expect(toPlainText(document)).toMatch(/Your invoice[\s\S]*Please find it attached\./)
    expect(document.attachments).toMatchObject([{ name: 'lines.csv', mimeType: 'text/csv' }])
    expect(ocr.asked).toEqual([])
  })

  test('is stored as it is read, what came with it included', async () => {
    const { bytes } = await reader.readStored(mail, { name: 'a.eml' })
    const document = parseStoredDocumentText(new TextDecoder().decode(bytes))

    expect(document).toEqual(await reader.read(mail, { name: 'a.eml' }))
    expect(document.attachments).toHaveLength(1)
  })

  test('gives its attachment, which is read in turn', async () => {
    const { attachments } = await reader.inspect(mail, { name: 'a.eml' })
    const attachment = await reader.openAttachment(mail, 0, { name: 'a.eml' })

    expect(attachments).toHaveLength(1)
    expect(toPlainText(await reader.read(attachment.bytes, { name: attachment.name }))).toMatch(
      /bolt\s+42/,
    )
    await expect(reader.openAttachment(mail, 1, { name: 'a.eml' })).rejects.toThrow(RangeError)
  })

  test('is drawn as text', async () => {
    const drawing = await reader.drawPage(mail, { page: 0, width: 300, name: 'a.eml' })

    expect(drawing).toMatchObject({ mimeType: 'image/svg+xml', width: 300 })
    expect(new TextDecoder().decode(drawing.bytes)).toContain('attached.')
  })
})

describe('a text', () => {
  const long = Buffer.from(
    Array.from({ length: 1000 }, (_, line) => `This is line ${line}.`).join('\n'),
  )

  test('is set on pages, of which some can be asked for', async () => {
    const whole = await reader.read(long, { name: 'a.txt' })
    const part = await reader.read(long, { name: 'a.txt', pages: '2-3' })

    expect(whole.pages.length).toBeGreaterThan(5)
    expect(part.pages).toEqual(whole.pages.slice(1, 3))
  })

  test('of more pages than allowed is refused', async () => {
    const longer = Buffer.concat([long, long, long, long])

    await expect(reader.read(longer, { name: 'a.txt' })).rejects.toMatchObject({
      code: 'too-many-pages',
      message: '“a.txt” has more than 20 pages; the limit is 20.',
    })
  })
})

test('a PDF gives the files inside it', async () => {
  const bytes = await drawPdf((d) => {
    write(d, 'See the attachment.', 50, 100)
    d.file(Buffer.from('item,amount'), { name: 'lines.csv', type: 'text/csv' })
  })

  const { attachments } = await reader.read(bytes)
  const attachment = await reader.openAttachment(bytes, 0)

  expect(attachments).toEqual([{ name: 'lines.csv', mimeType: 'text/csv', size: 11 }])
  expect((await reader.inspect(bytes)).attachments).toEqual(attachments)
  expect(Buffer.from(attachment.bytes).toString()).toBe('item,amount')
  await expect(reader.openAttachment(bytes, 1, { name: 'a.pdf' })).rejects.toThrow(
    '“a.pdf” has no attachment number 1, counted from 0.',
  )
})
