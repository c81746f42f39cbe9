import { spawnSync } from 'node:child_process'
import type { Box, DocumentText, Word } from '@recto/document-text/model'
import { lineText, pageText, toPlainText } from '@recto/document-text/page-lines'
import { ReadError } from '@recto/document-text/read-error'
import { afterAll, describe, expect, test } from 'vitest'
import { openReader } from './open-reader.ts'
import { drawPdf, pixel, setOnPage, write } from './testing/draw-pdf.ts'

const reader = openReader()
afterAll(() => reader.close())

async function read(bytes: Uint8Array | Promise<Uint8Array>): Promise<DocumentText> {
  return reader.read(await bytes)
}

function find(document: DocumentText, text: string, page = 0): Word {
  const word = document.pages[page]?.words.find((word) => word.text === text)
  if (!word) throw new Error(`No word “${text}” in: ${toPlainText(document)}`)
  return word
}

/** Within two points. Boxes of 12-point Helvetica go from its ascender to its descender: 14 points. */
function expectNear(box: Box, expectedBox: Box): void {
  box.forEach((side, i) => {
    expect(Math.abs(side - expectedBox[i]!), `side ${i} of ${box}`).toBeLessThan(2)
  })
}

describe('places', () => {
  test('words are where they were drawn, from the top left corner', async () => {
    let width = 0
    const document = await read(
      drawPdf((d) => {
        write(d, 'Invoice INV-7', 50, 100)
        width = d.widthOfString('Invoice')
        write(d, 'Total', 300, 700)
      }),
    )

    expect(document.pages[0]).toMatchObject({ width: 595.28, height: 841.89, rotation: 0 })
    expectNear(find(document, 'Invoice').box, [50, 98, 50 + width, 112])
    expectNear(find(document, 'Total').box, [300, 698, 326, 712])
    expect(find(document, 'Total')).toMatchObject({ confidence: 1, origin: 'native' })
  })

  test.each([
    [90, [841.89 - 112, 50, 841.89 - 98, 88]],
    [180, [595.28 - 88, 841.89 - 112, 595.28 - 50, 841.89 - 98]],
    [270, [98, 595.28 - 88, 112, 595.28 - 50]],
  ] as const)('a page turned by %i degrees is measured as it is displayed', async (turn, box) => {
    const document = await read(
      drawPdf((d) => {
        setOnPage(d, { Rotate: turn })
        write(d, 'Invoice', 50, 100)
      }),
    )

    const [page] = document.pages
    const size = turn === 180 ? [595.28, 841.89] : [841.89, 595.28]
    expect([page?.width, page?.height, page?.rotation]).toEqual([...size, turn])
    expectNear(find(document, 'Invoice').box, box)
    expect(page?.lines[0]?.angle).toBe(turn)
  })

  test('a crop box moves the origin and hides what lies outside', async () => {
    const document = await read(
      drawPdf((d) => {
        setOnPage(d, { CropBox: [40, 400, 440, 800] })
        write(d, 'inside', 50, 100)
        write(d, 'outside', 50, 700)
      }),
    )

    expect(document.pages[0]).toMatchObject({ width: 400, height: 400 })
    expectNear(find(document, 'inside').box, [10, 56, 41, 70])
    expect(toPlainText(document)).toBe('inside')
  })

  test('text that runs upwards is a line of its own', async () => {
    const document = await read(
      drawPdf((d) => {
        write(d, 'Total due now 42.00', 50, 100)
        d.rotate(-90, { origin: [20, 400] })
        write(d, 'Page side note', 20, 400)
      }),
    )

    const [page] = document.pages
    expect(page?.lines.map((line) => [lineText(page, line), line.angle])).toEqual([
      ['Total due now 42.00', undefined],
      ['Page side note', 270],
    ])
  })
})

describe('words and lines', () => {
  test('gaps split words, letters drawn one by one join, and one base line is one line', async () => {
    const document = await read(
      drawPdf((d) => {
        write(d, 'Amount', 50, 100)
        write(d, '1,234.50', 400, 100)
        let x = 50
        for (const letter of 'Reference') {
          write(d, letter, x, 130)
          x += d.widthOfString(letter)
        }
        write(d, 'left', 50, 160)
        write(d, 'right', 70, 160)
      }),
    )

    expect(toPlainText(document)).toBe('Amount 1,234.50\nReference\nleft right')
  })

  test('lines come from top to bottom whatever order they were drawn in', async () => {
    const document = await read(
      drawPdf((d) => {
        write(d, 'third', 50, 300)
        write(d, 'first', 50, 100)
        write(d, 'second', 50, 200)
      }),
    )

    expect(toPlainText(document)).toBe('first\nsecond\nthird')
  })

  test('a text drawn twice in the same place is read once', async () => {
    const document = await read(
      drawPdf((d) => {
        write(d, 'Total', 50, 100)
        write(d, 'Date', 50, 130)
        write(d, 'Total', 50.4, 100)
      }),
    )

    expect(toPlainText(document)).toBe('Total\nDate')
  })

  test('what was filled into a form is text, beside its label', async () => {
    const document = await read(
      drawPdf((d) => {
        d.initForm()
        write(d, 'Customer:', 50, 103)
        d.formText('customer', 120, 100, 200, 18, { value: 'Ada Lovelace' })
        d.formText('secret', 120, 200, 200, 18, { value: 'hidden', password: true })
      }),
    )

    expect(toPlainText(document)).toBe('Customer: Ada Lovelace')
    expect(find(document, 'Ada').origin).toBe('form')
    expectNear(find(document, 'Ada').box, [121, 102, 144, 116])
  })

  test('three hundred pages come complete and in order', async () => {
    const document = await read(
      drawPdf((d) => {
        for (let page = 1; page <= 300; page++) {
          if (page > 1) d.addPage()
          write(d, `This is page ${page}`, 50, 100)
        }
      }),
    )

    expect(document.pages.map((page) => page.number)).toEqual([...Array(300).keys()])
    expect(document.pages.map(pageText)).toEqual(
      [...Array(300).keys()].map((page) => `This is page ${page + 1}`),
    )
  })
})

describe('what is read all the same', () => {
  test('a document with junk before its header is read', async () => {
    const invoice = await drawPdf((d) => write(d, 'Total 42.00', 50, 100))
    const junk = Buffer.alloc(1500, 'X-Header: from the mail\r\n')

    expect(toPlainText(await reader.read(Buffer.concat([junk, invoice])))).toBe('Total 42.00')
  })
})

test('damage anywhere in a document gives text or a clear error', async () => {
  const whole = await drawPdf((d) => {
    write(d, 'Total 42.00', 50, 100)
    d.addPage().image(pixel, 0, 0, { width: 500 })
  })
  const damagedFiles = Array.from({ length: 40 }, (_, i) => {
    const copy = whole.slice(0, i % 4 === 0 ? Math.floor((whole.length * i) / 40) : whole.length)
    for (let index = 30 + i; index < copy.length; index += 90 + i * 7)
      copy[index] = (index * 31) % 256
    return copy
  })

  const results = await Promise.allSettled(
    damagedFiles.map((bytes) => reader.read(bytes, { mode: 'native_text' })),
  )

  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(ReadError)
    else expect(result.value.pages.length).toBeGreaterThan(0)
  }
})

test('a reader that was never closed lets its process end', async () => {
  const script = `
    import { openReader } from ${JSON.stringify(new URL('./open-reader.ts', import.meta.url).href)}
    const parts = []
    for await (const part of process.stdin) parts.push(part)
    const { pages } = await openReader().read(Buffer.concat(parts))
    console.log(pages[0].words.map((word) => word.text).join(' '))`
  const bytes = await drawPdf((d) => write(d, 'Total 42.00', 50, 100))

  const child = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    input: bytes,
    timeout: 240_000,
  })

  expect(child.stderr.toString()).toBe('')
  expect(child.stdout.toString()).toBe('Total 42.00\n')
  expect(child.status).toBe(0)
})
