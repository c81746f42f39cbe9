import { pageText, toPlainText } from '@recto/document-text/page-lines'
import { afterAll, describe, expect, test } from 'vitest'
import { openReader } from './open-reader.ts'
import { drawPdf, heavyPdf, write } from './testing/draw-pdf.ts'
import { rawPdf } from './testing/raw-pdf.ts'

const reader = openReader()
afterAll(() => reader.close())

describe('what is refused', () => {
  const invoice = drawPdf((d) => write(d, 'Total 42.00', 50, 100))

  test('an empty file is refused', async () => {
    await expect(reader.read(new Uint8Array(), { name: 'a.pdf' })).rejects.toMatchObject({
      name: 'ReadError',
      code: 'empty-file',
      message: '“a.pdf” is empty (0 bytes).',
    })
  })

  test('a JPEG that is called .pdf is refused', async () => {
    const jpeg = Buffer.from('ffd8ffe000104a46494600010100', 'hex')

    await expect(reader.read(jpeg, { name: 'scan.PDF' })).rejects.toMatchObject({
      code: 'type-mismatch',
      message: '“scan.PDF” is not a PDF: its content is a JPEG image.',
    })
  })

  test('bytes that are nothing known are refused, also when they are called .pdf', async () => {
    const noise = Buffer.from([0, 1, 2, 3, 250, 251, 0, 9])

    await expect(reader.read(noise, { name: 'a.pdf' })).rejects.toMatchObject({
      code: 'unsupported-type',
      message: '“a.pdf” is of an unknown type, which cannot be read.',
    })
  })

  test('an encrypted document is refused without its password or with a wrong one', async () => {
    const secret = await drawPdf((d) => write(d, 'Total 42.00', 50, 100), {
      userPassword: 'Ümläut',
      ownerPassword: 'owner',
      pdfVersion: '1.7ext3',
    })

    await expect(reader.read(secret)).rejects.toMatchObject({ code: 'password-needed' })
    await expect(reader.read(secret, { password: 'guess' })).rejects.toMatchObject({
      code: 'password-wrong',
    })
    expect(toPlainText(await reader.read(secret, { password: 'Ümläut' }))).toBe('Total 42.00')
  })

  test('a password that nobody needs locks nobody out', async () => {
    for (const pdfVersion of ['1.3', '1.7', '1.7ext3'] as const) {
      const open = await drawPdf((d) => write(d, 'Total 42.00', 50, 100), {
        pdfVersion,
        ownerPassword: 'owner',
        userPassword: '',
      })

      for (const options of [{}, { password: '' }, { password: 'guess' }])
        expect(toPlainText(await reader.read(open, options))).toBe('Total 42.00')
    }
  })

  test('a broken document is refused', async () => {
    const brokenBytes = Buffer.from('%PDF-1.7\nthis is not a document\n%%EOF')

    await expect(reader.read(brokenBytes, { name: 'b.pdf' })).rejects.toMatchObject({
      code: 'broken-file',
      message: '“b.pdf” is damaged: it cannot be opened as a PDF.',
    })
  })

  test('a document that was cut off before its first page is complete is refused', async () => {
    const bytes = await invoice

    await expect(reader.read(bytes.slice(0, 120))).rejects.toMatchObject({ code: 'broken-file' })
  })

  test('a document whose end was cut off is not refused: its first pages are read, the lost one says so', async () => {
    const page = (object: number) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents ${object + 1} 0 R/Resources<</Font<</F1 3 0 R>>>>>>`,
      { dictionary: '', stream: `BT /F1 12 Tf 1 0 0 1 50 700 Tm (Page ${object}) Tj ET` },
    ]
    const whole = rawPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[4 0 R 6 0 R]/Count 2>>',
      '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
      ...[4, 6].flatMap(page),
    ])
    const cut = whole.slice(0, Buffer.from(whole).indexOf('6 0 obj'))

    const { pages } = await reader.read(cut)

    expect(pages.map(pageText)).toEqual(['Page 4', ''])
    expect(pages.map(({ isDamaged }) => isDamaged)).toEqual([undefined, true])
  })

  test('a blank page is not refused', async () => {
    const blank = await drawPdf((d) => {
      d.moveTo(50, 50).lineTo(500, 50).stroke()
    })

    expect((await reader.read(blank)).pages).toMatchObject([{ words: [], lines: [] }])
  })

  test('too many bytes and too many pages are refused', async () => {
    const small = openReader({ maxBytes: 100, threads: 1 })
    const short = openReader({ maxPages: 1, threads: 1 })
    const two = await drawPdf((d) => void d.addPage())

    await expect(small.read(two)).rejects.toMatchObject({ code: 'too-large' })
    await expect(short.read(two)).rejects.toMatchObject({
      code: 'too-many-pages',
      message: 'The file has 2 pages; the limit is 1.',
    })
    await Promise.all([small.close(), short.close()])
  })
})

describe('limits', () => {
  test('a document that takes too long is given up', async () => {
    const hasty = openReader({ timeoutSeconds: 1, threads: 1 })

    await expect(hasty.read(heavyPdf('q Q\n', 64), { name: 'slow.pdf' })).rejects.toMatchObject({
      code: 'timed-out',
      message: '“slow.pdf” took longer than 1 s to read.',
    })
    await hasty.close()
  })

  test('a document that needs more memory than allowed fails alone', async () => {
    const narrow = openReader({ memoryMegabytes: 64, threads: 1 })
    const invoice = await drawPdf((d) => write(d, 'Total 42.00', 50, 100))

    const bomb = expect(narrow.read(heavyPdf(' ', 200))).rejects.toMatchObject({
      code: 'reader-crashed',
    })
    const next = narrow.read(invoice)
    await bomb
    expect(toPlainText(await next)).toBe('Total 42.00')
    await expect(
      narrow.read(Buffer.concat([invoice, Buffer.alloc(70_000_000)])),
    ).rejects.toMatchObject({ code: 'too-large' })
    await narrow.close()
  })
})
