import { toPlainText } from '@recto/document-text/page-lines'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { renderFile } from './converter/render-file.ts'
import { openReader } from './open-reader.ts'
import { drawPdf, write } from './testing/draw-pdf.ts'

const reader = openReader()
afterAll(() => reader.close())

const bytesOf = (text: string) => new TextEncoder().encode(text)

test('a locked document is refused without its password or with a wrong one, and else copied without it', async () => {
  const lockedPdf = await drawPdf((d) => write(d, 'Total 42.00', 50, 100), {
    userPassword: 'Ümläut',
    ownerPassword: 'owner',
    pdfVersion: '1.7ext3',
  })

  await expect(reader.toPdf(lockedPdf, { password: 'guess' })).rejects.toMatchObject({
    code: 'password-wrong',
  })
  const copy = await reader.toPdf(lockedPdf, { password: 'Ümläut' })
  expect(toPlainText(await reader.read(copy))).toBe('Total 42.00')
  expect(await reader.toPdf(lockedPdf)).toEqual(lockedPdf)
})

test('what cannot be read is made no PDF of, nor is a document of too many pages', async () => {
  await expect(reader.toPdf(new Uint8Array())).rejects.toMatchObject({ code: 'empty-file' })
  await expect(reader.toPdf(Buffer.from([0, 1, 250, 0]))).rejects.toMatchObject({
    code: 'unsupported-type',
  })
  const bytes = bytesOf(Array.from({ length: 200 }, (_, line) => `Line ${line}`).join('\n'))
  const type = { kind: 'text', type: 'txt', label: 'text', start: 0 } as const
  const pages: number[] = []
  const renderPromise = renderFile({
    file: { bytes, type, name: 'long.txt' },
    maxPages: 2,
    onPage: async () => void pages.push(pages.length),
  })
  await expect(renderPromise).rejects.toMatchObject({ code: 'too-many-pages' })
  expect(pages).toEqual([0, 1])
})

test('a text becomes a PDF with the same words in the same places', async () => {
  const text = bytesOf('Rechnung für Müller\nTotal    1.234,50 €\nИтого: 30 рублей')
  const read = await reader.read(text, { name: 'a.txt' })

  const pdf = await reader.toPdf(text, { name: 'a.txt' })
  const repeatedText = await reader.read(pdf, { mode: 'native_text' })

  const placeWords = ({ pages }: typeof read) =>
    pages.flatMap(({ width, height, words }) => [
      [Math.round(width), Math.round(height)],
      ...words.map((word) => [word.text, Math.round(word.box[0]), Math.round(word.box[2])]),
    ])
  expect(placeWords(repeatedText).length).toBe(placeWords(read).length)
  for (const [index, [word, left, right]] of placeWords(read).entries()) {
    const [sameText, x0, x1] = placeWords(repeatedText)[index] ?? []
    expect(sameText).toBe(word)
    expect(Math.abs(Number(x0) - Number(left))).toBeLessThanOrEqual(3)
    if (right !== undefined) expect(Math.abs(Number(x1) - Number(right))).toBeLessThanOrEqual(3)
  }
})

test('letters that no font here has are drawn, and a picture becomes a page of its size', async () => {
  const drawnPdf = await reader.toPdf(bytesOf('合計 30'), { name: 'a.txt' })
  expect((await reader.inspect(drawnPdf)).pages).toBe(1)
  await expect(reader.read(drawnPdf, { mode: 'native_text' })).rejects.toMatchObject({
    code: 'needs-ocr',
  })

  const picture = await sharp({
    create: { width: 600, height: 300, channels: 3, background: 'white' },
  })
    .png()
    .toBuffer()
  const sizes = (await reader.inspect(picture)).sizes
  const inspection = await reader.inspect(await reader.toPdf(picture))
  expect(
    inspection.sizes.map(({ width, height }) => [Math.round(width), Math.round(height)]),
  ).toEqual(sizes.map(({ width, height }) => [Math.round(width), Math.round(height)]))
})
