import type { Page, Word } from '@recto/document-text/model'
import type { ReadPage } from '@recto/document-text/reader'
import { expect, test } from 'vitest'
import { limitText } from './limit-text.ts'
import type { SourceEnd } from './pages/page-source.ts'

const end: SourceEnd = { attachments: [{ name: 'a.xml', mimeType: 'text/xml', size: 1 }] }

/** The same page again and again, and how often it was asked for. */
function pagesOf(count: number, { words, letters }: { words: number; letters: number }) {
  const text = 'x'.repeat(letters)
  const word: Word = { text, box: [0, 0, 1, 1], confidence: 1, origin: 'native' }
  const size = { number: 0, width: 600, height: 800, rotation: 0 } as const
  const page: Page = { ...size, words: Array.from({ length: words }, () => word), lines: [] }
  let pageCount = 0
  async function* read(): AsyncGenerator<ReadPage, SourceEnd> {
    for (; pageCount < count; pageCount++)
      yield { page, total: count, requestedCount: count, seconds: 0 }
    return end
  }
  return { reading: limitText(read(), 'long.txt'), made: () => pageCount }
}

async function readAll(reading: AsyncGenerator<ReadPage, SourceEnd>): Promise<SourceEnd> {
  for (;;) {
    const next = await reading.next()
    if (next.done) return next.value
  }
}

test.each([
  [{ words: 100_000, letters: 1 }, 30, '3,000,000 words'],
  [{ words: 10, letters: 100_000 }, 30, '30,000,000 characters'],
])('pages of %o are read up to the %i th, and no further', async (page, pages, maxPage) => {
  const wordCount = pages * page.words
  expect(await readAll(pagesOf(pages, page).reading)).toEqual({ ...end, wordCount })

  const { reading, made: countPages } = pagesOf(pages + 10, page)
  await expect(readAll(reading)).rejects.toMatchObject({
    name: 'ReadError',
    code: 'too-large',
    message: `“long.txt” exceeds the limit of ${maxPage}.`,
  })
  expect(countPages()).toBe(pages)
})
