import { listHandwriting } from '@recto/document-text/handwriting'
import { pageText, toPlainText } from '@recto/document-text/page-lines'
import { ReadError } from '@recto/document-text/read-error'
import type { Reader } from '@recto/document-text/reader'
import { afterEach, describe, expect, test } from 'vitest'
import type { OcrResult } from './ocr/words/ocr-engine.ts'
import { openReader } from './open-reader.ts'
import {
  type CannedOcr,
  type CannedRequest,
  cannedWord,
  openCannedOcr,
} from './testing/canned-ocr.ts'
import { type Drawing, drawPdf, pixel, write } from './testing/draw-pdf.ts'
import { greyPicture } from './testing/grey-picture.ts'

const pageWidth = 595.28

let reader: Reader | undefined
afterEach(() => reader?.close())

type ResultOf = (
  request: CannedRequest,
  place: number,
) => Partial<OcrResult> | Promise<Partial<OcrResult>>

function openWith(resultOf: ResultOf, ocrProcesses = 1): { reader: Reader; ocr: CannedOcr } {
  const ocr = openCannedOcr(resultOf)
  reader = openReader({ ocr, ocrProcesses, threads: 1 })
  return { reader, ocr }
}

/** A page that is a picture and nothing else. */
function scan(drawing: Drawing): void {
  drawing.image(pixel, 0, 0, { width: 595, height: 841 })
}

function word(request: CannedRequest, text: string, box: readonly number[]) {
  return cannedWord(request, text, { box, pageWidth })
}

describe('native_text', () => {
  test('never asks for OCR: pages without text are empty', async () => {
    const { reader, ocr } = openWith(() => ({}))
    const bytes = await drawPdf((d) => {
      write(d, 'Cover letter', 50, 100)
      scan(d.addPage())
    })

    const document = await reader.read(bytes, { mode: 'native_text' })

    expect(document.pages.map(pageText)).toEqual(['Cover letter', ''])
    expect(ocr.asked).toEqual([])
  })

  test('refuses a document of pictures alone', async () => {
    const { reader } = openWith(() => ({}))
    const bytes = await drawPdf(scan)

    await expect(
      reader.read(bytes, { mode: 'native_text', name: 'scan.pdf' }),
    ).rejects.toMatchObject({
      code: 'needs-ocr',
      message: '“scan.pdf” needs OCR: its pages are images without text.',
    })
  })
})

describe('a scanned page', () => {
  test('is recognised, and its words are placed in points', async () => {
    const { reader, ocr } = openWith((request) => ({
      words: [
        word(request, '42.00', [200, 100, 240, 112]),
        word(request, 'Total', [50, 100, 90, 112]),
        word(request, 'Invoice', [50, 60, 100, 72]),
      ],
    }))

    const { pages } = await reader.read(await drawPdf(scan))

    expect(pageText(pages[0]!)).toBe('Invoice\nTotal 42.00')
    expect(pages[0]).toMatchObject({ ocr: 'high_quality', width: 595.28 })
    expect(pages[0]?.words[1]).toMatchObject({ text: 'Total', origin: 'ocr' })
    expect(pages[0]?.words[1]?.confidence).toBeCloseTo(0.9)
    pages[0]?.words[1]?.box.forEach((side, i) => {
      expect(side).toBeCloseTo([50, 100, 90, 112][i]!, 0)
    })
    expect(ocr.asked).toMatchObject([{ tier: 'high_quality', language: 'eng' }])
    expect(ocr.asked[0]?.image).toMatchObject({ channels: 1 })
  })

  test('says which of its regions look handwritten, and how certain their reading is', async () => {
    const { reader } = openWith((request) => {
      const handwrittenWord = (text: string, box: readonly number[], confidence: number) =>
        ({ ...word(request, text, box), confidence, isHandwritten: true }) as const
      return {
        words: [
          word(request, 'Invoice', [50, 60, 100, 72]),
          handwrittenWord('call', [50, 200, 80, 215], 0.5),
          handwrittenWord('me', [88, 200, 105, 215], 0.8),
          handwrittenWord('today', [52, 220, 90, 235], 0.6),
          handwrittenWord('Ann', [400, 700, 430, 715], 0.9),
        ],
      }
    })
    const bytes = await drawPdf(scan)

    const { pages, warnings } = await reader.read(bytes)
    const storedReading = await reader.readStored(bytes)

    const regions = pages[0]!.handwrittenRegions!
    expect(regions.map(({ box }) => box.map(Math.round))).toEqual([
      [50, 200, 105, 235],
      [400, 700, 430, 715],
    ])
    expect(regions.map(({ confidence }) => confidence)).toEqual([0.6, 0.9])
    expect(listHandwriting(pages)).toEqual(regions.map((region) => ({ page_no: 1, ...region })))
    expect(storedReading.pages[0]!.handwrittenRegions).toEqual(regions)
    expect(warnings).toContainEqual(expect.stringMatching(/^Page 1 .* looks handwritten.* 60 %/))
  })

  test('keeps what was filled into its fields', async () => {
    const { reader } = openWith((request) => ({
      words: [
        word(request, 'Customer:', [50, 103, 110, 115]),
        word(request, 'Ada', [122, 103, 140, 115]),
      ],
    }))
    const bytes = await drawPdf((d) => {
      scan(d)
      d.initForm()
      d.formText('customer', 120, 100, 200, 18, { value: 'Ada Lovelace' })
    })

    const { pages } = await reader.read(bytes)

    expect(pageText(pages[0]!)).toBe('Customer: Ada Lovelace')
    expect(pages[0]?.words.map(({ origin }) => origin)).toEqual(['ocr', 'form', 'form'])
  })

  test('is given to the engine with all that the caller asked for', async () => {
    const { reader, ocr } = openWith(() => ({ rules: [[0, 100, 1000, 102]] }))

    const { pages } = await reader.read(await drawPdf(scan), {
      mode: 'low_cost',
      language: 'deu',
      medianFilterSize: 3,
      gaussianBlurRadius: 1,
      derotateThreshold: 5,
      checkboxConfidenceThreshold: 0.6,
      withRules: true,
    })

    expect(ocr.asked).toMatchObject([
      {
        tier: 'low_cost',
        language: 'deu',
        medianFilterSize: 3,
        gaussianBlurRadius: 1,
        derotateThreshold: 5,
        checkboxConfidenceThreshold: 0.6,
        withCheckboxes: false,
        withRules: true,
      },
    ])
    expect(pages[0]).toMatchObject({ ocr: 'low_cost', words: [] })
    expect(pages[0]?.rules).toHaveLength(1)
  })
})

describe('a page of text and pictures', () => {
  const drawMixedPage = () =>
    drawPdf((d) => {
      write(d, 'Delivered with the machine:', 50, 100)
      d.image(greyPicture(600, 480), 50, 300, { width: 500, height: 400 })
    })

  test('keeps the words that the file spells, and takes from OCR what it does not', async () => {
    const { reader } = openWith((request) => ({
      words: [
        word(request, 'De1ivered', [50, 98, 105, 112]),
        word(request, 'Serial', [60, 400, 100, 412]),
        word(request, '7734', [110, 400, 140, 412]),
      ],
    }))

    const { pages } = await reader.read(await drawMixedPage())

    expect(pageText(pages[0]!)).toBe('Delivered with the machine:\nSerial 7734')
    expect(pages[0]?.ocr).toBe('high_quality')
  })

  test('calls nothing handwritten that the file spells', async () => {
    const { reader } = openWith((request) => ({
      words: [
        { ...word(request, 'De1ivered', [50, 98, 105, 112]), isHandwritten: true },
        { ...word(request, 'broken', [60, 400, 100, 412]), isHandwritten: true },
      ],
    }))

    const { pages } = await reader.read(await drawMixedPage())

    const regions = pages[0]!.handwrittenRegions!.map(({ box }) => box.map(Math.round))
    expect(regions).toEqual([[60, 400, 100, 412]])
  })
})

describe('form and table', () => {
  test('look for check boxes on digital pages too, and recognise nothing else', async () => {
    const { reader, ocr } = openWith(({ image }) => {
      const scale = image.width / pageWidth
      const box = [52 * scale, 100 * scale, 62 * scale, 110 * scale] as const
      return { checkboxes: [{ box, isChecked: true, confidence: 0.8 }] }
    })
    const bytes = await drawPdf((d) => write(d, 'Paid in cash', 70, 100))

    const { pages } = await reader.read(bytes, { mode: 'form' })

    expect(pageText(pages[0]!)).toBe('[X] Paid in cash')
    expect(pages[0]?.words[0]?.isCheckbox).toBe(true)
    expect(pages[0]?.ocr).toBeUndefined()
    expect(ocr.asked).toMatchObject([{ tier: 'none', withCheckboxes: true }])
  })

  test('ask for nothing where nothing is drawn, however many pages there are', async () => {
    const { reader, ocr } = openWith(() => ({}))
    const bytes = await drawPdf((d) => {
      for (let page = 1; page < 299; page++) d.addPage()
      d.addPage().rect(50, 100, 10, 10).stroke()
    })

    const { pages } = await reader.read(bytes, { mode: 'form' })

    expect(pages).toHaveLength(300)
    expect(ocr.asked).toMatchObject([{ tier: 'none', withCheckboxes: true }])
  })

  test('ask for the large engine on scanned pages', async () => {
    const { reader, ocr } = openWith(() => ({}))

    await reader.read(await drawPdf(scan), { mode: 'table' })

    expect(ocr.asked).toMatchObject([{ tier: 'high_quality', withCheckboxes: true }])
  })
})

describe('many pages', () => {
  const pages = (count: number) =>
    drawPdf((d) => {
      scan(d)
      for (let page = 1; page < count; page++) scan(d.addPage())
    })

  test('are recognised a few at once and come in order', async () => {
    const arrivals = [0, 1, 2, 3, 4, 5].map(() => Promise.withResolvers<void>())
    const { reader, ocr } = openWith(async (request, place) => {
      // The second of each pair must have come before the first is done.
      arrivals[place]?.resolve()
      await arrivals[place + 1 - (place % 2)]?.promise
      return { words: [word(request, `page-${place}`, [50, 100, 100, 112])] }
    }, 2)

    const document = await reader.read(await pages(6))

    expect(toPlainText(document).split('\n\n')).toEqual(
      [0, 1, 2, 3, 4, 5].map((place) => `page-${place}`),
    )
    expect(ocr.load.max).toBeLessThanOrEqual(3)
  })

  test('are not read ahead of a caller that is slow', async () => {
    const { reader, ocr } = openWith(() => ({}))

    for await (const { page } of reader.readPages(await pages(12)))
      expect(ocr.asked.length).toBeLessThanOrEqual(page.number + 3)

    expect(ocr.asked).toHaveLength(12)
  })

  const failingReply = (request: CannedRequest, place: number) => {
    if (place === 1) throw new ReadError('timed-out', 'The file took longer than 120 s to read.')
    return { words: [word(request, `page-${place}`, [50, 100, 100, 112])] }
  }

  test('of which one fails all fail, and the page is named', async () => {
    const { reader } = openWith(failingReply)

    await expect(reader.read(await pages(3))).rejects.toMatchObject({
      code: 'timed-out',
      message: 'Page 2 cannot be read: The file took longer than 120 s to read.',
    })
  })

  test('of which one fails are read but for that one, when the caller wants so', async () => {
    const { reader } = openWith(failingReply)

    const document = await reader.read(await pages(3), { keepsFailedPages: true })

    expect(document.pages.map(pageText)).toEqual(['page-0', '', 'page-2'])
    expect(document.pages.map(({ failure }) => failure)).toEqual([
      undefined,
      'Page 2 cannot be read: The file took longer than 120 s to read.',
      undefined,
    ])
  })

  test('fail all when what is missing is missing for all of them', async () => {
    const { reader } = openWith(() => {
      throw new ReadError('language-missing', 'There is no Klingon.')
    })

    await expect(reader.read(await pages(3), { keepsFailedPages: true })).rejects.toMatchObject({
      code: 'language-missing',
    })
  })

  test('are given up when the caller leaves, and the reader goes on', async () => {
    const { reader, ocr } = openWith(() => ({}))
    const bytes = await pages(12)

    for await (const { page } of reader.readPages(bytes)) if (page.number === 2) break

    expect(ocr.asked.length).toBeLessThan(8)
    expect((await reader.read(bytes, { pages: '12' })).pages[0]?.number).toBe(11)
  })

  test('are given up when the caller aborts while one is recognised', async () => {
    const controller = new AbortController()
    const { reader } = openWith((_, place) => {
      if (place === 1) controller.abort(new Error('Olga left'))
      return place === 0 ? {} : new Promise(() => {})
    })

    await expect(reader.read(await pages(3), { signal: controller.signal })).rejects.toThrow(
      'Olga left',
    )

    const invoice = await drawPdf((d) => write(d, 'Total 42.00', 50, 100))
    expect(toPlainText(await reader.read(invoice))).toBe('Total 42.00')
  })
})
