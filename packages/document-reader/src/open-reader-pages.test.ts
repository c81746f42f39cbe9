import { pageText } from '@recto/document-text/page-lines'
import { afterAll, describe, expect, test } from 'vitest'
import { openReader } from './open-reader.ts'
import { drawPdf, heavyPdf, setOnPage, write } from './testing/draw-pdf.ts'
import { pixelAt } from './testing/pixel-at.ts'
import { rawPdf } from './testing/raw-pdf.ts'

const reader = openReader({ threads: 1 })
afterAll(() => reader.close())

const threePages = drawPdf((d) => {
  write(d, 'one', 50, 100)
  write(d.addPage(), 'two', 50, 100)
  write(d.addPage(), 'three', 50, 100)
})

describe('which pages', () => {
  test.each(['one', '3-1', '1;2', '0x2', '-'])('“%s” is no list of pages', async (pages) => {
    await expect(reader.read(await threePages, { pages })).rejects.toThrow(RangeError)
    await expect(reader.read(await threePages, { pages })).rejects.toThrow(
      `“${pages}” is not a list of pages. Write it like this: 1-3,7,9-`,
    )
  })

  test('a list of none of the pages is refused', async () => {
    await expect(
      reader.read(await threePages, { pages: '4-9', name: 'a.pdf' }),
    ).rejects.toMatchObject({
      code: 'no-such-page',
      message: '“a.pdf” has 3 pages, and none of them was selected.',
    })
  })

  test('only those asked for are read, in the order of the document', async () => {
    const read: unknown[] = []

    for await (const { page, total, requestedCount, seconds } of reader.readPages(
      await threePages,
      {
        pages: ' 3-, 1',
      },
    )) {
      read.push([page.number, pageText(page), total, requestedCount])
      expect(seconds).toBeGreaterThan(0)
    }

    expect(read).toEqual([
      [0, 'one', 3, 2],
      [2, 'three', 3, 2],
    ])
  })

  test('a few pages of a document that has too many are read', async () => {
    const short = openReader({ maxPages: 2, threads: 1 })

    await expect(short.read(await threePages)).rejects.toMatchObject({
      code: 'too-many-pages',
      message: 'The file has 3 pages; the limit is 2.',
    })
    expect((await short.read(await threePages, { pages: '2-3' })).pages).toHaveLength(2)
    await short.close()
  })
})

describe('page by page', () => {
  const long = drawPdf((d) => {
    for (let page = 0; page < 300; page++) {
      if (page > 0) d.addPage()
      for (let line = 0; line < 30; line++)
        write(d, `Page ${page} line ${line}`, 50, 40 + line * 20)
    }
  })

  test('three hundred pages come complete, in order and without growing memory', async () => {
    const buffers: number[] = []
    let count = 0

    for await (const { page, total } of reader.readPages(await long)) {
      expect([page.number, total, page.words.length]).toEqual([count, 300, 120])
      if (count % 100 === 99) buffers.push(process.memoryUsage().arrayBuffers)
      count++
    }

    expect(count).toBe(300)
    expect(buffers[2]! - buffers[0]!).toBeLessThan(20_000_000)
  })

  test.each([1, 2])(
    'read without OCR by up to two threads of %i, they come in order',
    async (threads) => {
      const native = openReader({ threads })
      const options = { mode: 'native_text', pages: '1-3,20-' } as const
      const numbers: number[] = []

      for await (const { page, requestedCount } of native.readPages(await long, options)) {
        expect([requestedCount, pageText(page).split('\n')[0]]).toEqual([
          284,
          `Page ${page.number} line 0`,
        ])
        numbers.push(page.number)
      }
      const upTo = new AbortController()
      const finalTextPromise = native.read(await long, { ...options, signal: upTo.signal })
      upTo.abort(new Error('Olga left'))

      expect(numbers).toEqual([0, 1, 2, ...Array.from({ length: 281 }, (_, i) => i + 19)])
      await expect(finalTextPromise).rejects.toThrow('Olga left')
      expect((await native.read(await threePages, { mode: 'native_text' })).pages).toHaveLength(3)
      await native.close()
    },
  )

  test('a caller that leaves the loop ends the reading, and the next document is read', async () => {
    for await (const { page } of reader.readPages(await long)) if (page.number === 5) break

    expect((await reader.read(await threePages)).pages.map(pageText)).toEqual([
      'one',
      'two',
      'three',
    ])
  })

  test('a caller that aborts in the middle gets its reason, and the next document is read', async () => {
    const controller = new AbortController()
    const pages = reader.readPages(await long, { signal: controller.signal })

    const reading = (async () => {
      for await (const { page } of pages)
        if (page.number === 5) controller.abort(new Error('Olga left'))
    })()

    await expect(reading).rejects.toThrow('Olga left')
    expect((await reader.read(await threePages)).pages).toHaveLength(3)
  })

  test('two long documents share one thread: neither waits for the end of the other', async () => {
    const order: string[] = []
    const readAs = async (name: string) => {
      for await (const _ of reader.readPages(await long)) order.push(name)
    }

    await Promise.all([readAs('a'), readAs('b')])

    expect(order.lastIndexOf('a')).toBeGreaterThan(order.indexOf('b'))
    expect(order.lastIndexOf('b')).toBeGreaterThan(order.indexOf('a'))
  })

  test('a page on which nothing ends is given up at the time limit of its own', async () => {
    const hasty = openReader({ timeoutSeconds: 1, threads: 1 })

    await expect(hasty.read(heavyPdf('q Q\n', 64), { name: 'slow.pdf' })).rejects.toMatchObject({
      code: 'timed-out',
    })
    await hasty.close()
  })
})

describe('hostile page trees', () => {
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]>>'

  test('a hundred thousand pages are refused before one is read', async () => {
    const manyPagesPdf = rawPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      `<</Type/Pages/Kids[${'3 0 R '.repeat(100_000)}]/Count 100000>>`,
      page,
    ])

    await expect(reader.read(manyPagesPdf)).rejects.toMatchObject({
      code: 'too-many-pages',
      message: 'The file has 100000 pages; the limit is 5000.',
    })
  })

  test('a tree that contains itself ends', async () => {
    const cyclic = rawPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[2 0 R 3 0 R]/Count 3>>',
      page,
    ])

    const { pages } = await reader.read(cyclic)

    expect(pages.filter(({ isDamaged }) => !isDamaged)).toHaveLength(1)
  })

  test('a page that is none is marked as damaged; the good ones are read', async () => {
    const tornPdf = rawPdf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R 9 0 R 3 0 R]/Count 3>>',
      page,
    ])

    const { pages } = await reader.read(tornPdf)

    expect(pages.map(({ isDamaged }) => isDamaged ?? false)).toEqual([false, true, false])
    expect(pages[1]).toMatchObject({ words: [], lines: [] })
  })

  test('a document of damaged pages alone is refused', async () => {
    const tornPdf = rawPdf(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[9 0 R]/Count 1>>'])

    await expect(reader.read(tornPdf)).rejects.toMatchObject({ code: 'broken-file' })
  })
})

describe('pictures of pages', () => {
  test('a page that does not exist is refused', async () => {
    for (const page of [3, -1, 0.5]) {
      const drawing = reader.drawPage(await threePages, { page, width: 100, name: 'a.pdf' })
      await expect(drawing).rejects.toThrow(`“a.pdf” has no page number ${page}, counted from 0.`)
    }
  })

  test('a page is drawn in the asked width as it is displayed', async () => {
    const rotatedPdf = await drawPdf((d) => {
      setOnPage(d, { Rotate: 90 })
      d.rect(0, 0, 100, 100).fill('#ff0000')
    })

    const { bytes, ...drawing } = await reader.drawPage(rotatedPdf, { page: 0, width: 842 })

    expect(drawing).toEqual({ mimeType: 'image/png', width: 842, height: 595 })
    expect(Buffer.from(bytes).toString('latin1', 1, 4)).toBe('PNG')
    expect(await pixelAt(bytes, 800, 50)).toEqual([255, 0, 0])
    expect(await pixelAt(bytes, 50, 50)).toEqual([255, 255, 255])
  })

  test.each([0, -5, Number.NaN])('a page that is %s pixels wide cannot be drawn', async (width) => {
    const drawing = reader.drawPage(await threePages, { page: 0, width })

    await expect(drawing).rejects.toThrow(RangeError)
  })

  test('no page is drawn wider than three thousand pixels', async () => {
    const { width } = await reader.drawPage(await threePages, { page: 0, width: 90_000 })

    expect(width).toBe(3000)
  })
})

test('an inspection tells how many pages there are and how large they are', async () => {
  const bytes = await drawPdf((d) => {
    setOnPage(d, { Rotate: 90 })
    d.addPage({ size: 'LETTER' })
  })

  expect(await reader.inspect(bytes)).toEqual({
    pages: 2,
    sizes: [
      { width: 841.89, height: 595.28 },
      { width: 612, height: 792 },
    ],
    attachments: [],
  })
})
