import { pageText } from '@recto/document-text/page-lines'
import type { Reader } from '@recto/document-text/reader'
import { afterEach, expect, test } from 'vitest'
import { openReader } from './open-reader.ts'
import { cannedWord, openCannedOcr } from './testing/canned-ocr.ts'
import { drawPdf, pixel, write } from './testing/draw-pdf.ts'

/** A page of A4 is rendered with six million. */
const maxWaitingPixels = 20_000_000
const pagesAtOnce = 3

let reader: Reader | undefined
afterEach(() => reader?.close())

/** OCR that reads the number of the request and answers once the gate is open. */
function openGatedReader() {
  const gate = Promise.withResolvers<void>()
  const ocr = openCannedOcr(async (request, place) => {
    await gate.promise
    const placement = { box: [50, 60, 100, 72], pageWidth: 595.28 }
    return { words: [cannedWord(request, `Scan${place}`, placement)] }
  })
  reader = openReader({ ocr, threads: 1, maxWaitingPixels })
  return { reader, ocr, openGate: gate.resolve }
}

const drawScan = (pages: number) =>
  drawPdf((drawing) => {
    for (let page = 0; page < pages; page++) {
      if (page > 0) drawing.addPage()
      drawing.image(pixel, 0, 0, { width: 595, height: 841 })
    }
  })

test('pages that wait for OCR take a bounded number of pixels, and a page without pictures does not wait', async () => {
  const { reader, ocr, openGate } = openGatedReader()
  const scan = await drawScan(1)
  const readings = Promise.all(Array.from({ length: 8 }, () => reader.read(scan)))
  await expect.poll(() => ocr.load.now).toBe(pagesAtOnce)

  const letter = await reader.read(await drawPdf((drawing) => write(drawing, 'Dear Ada', 50, 60)))
  openGate()
  const scans = await readings

  expect(letter.pages.map(pageText)).toEqual(['Dear Ada'])
  const texts = scans.flatMap(({ pages }) => pages.map(pageText))
  expect(texts.toSorted()).toEqual(Array.from({ length: 8 }, (_, place) => `Scan${place}`))
  expect(ocr.load.max).toBe(pagesAtOnce)
})

test('all pages of long scans are read in their order', async () => {
  const { reader, ocr, openGate } = openGatedReader()
  openGate()
  const scan = await drawScan(12)

  const documents = await Promise.all([reader.read(scan), reader.read(scan), reader.read(scan)])

  for (const { pages } of documents) {
    const numbers = pages.map((page) => Number(pageText(page).slice('Scan'.length)))
    expect(numbers).toHaveLength(12)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  }
  expect(ocr.load.max).toBeLessThanOrEqual(pagesAtOnce)
})

test('readings that are aborted make room for others', async () => {
  const { reader, ocr, openGate } = openGatedReader()
  const scan = await drawScan(2)
  const controller = new AbortController()
  const { signal } = controller
  const abortedReadings = Promise.allSettled(
    Array.from({ length: 4 }, () => reader.read(scan, { signal })),
  )
  await expect.poll(() => ocr.load.now).toBe(pagesAtOnce)

  controller.abort(new Error('Olga left'))
  await abortedReadings
  openGate()
  const documents = await Promise.all(Array.from({ length: 4 }, () => reader.read(scan)))

  expect(documents.map(({ pages }) => pages.length)).toEqual([2, 2, 2, 2])
})
