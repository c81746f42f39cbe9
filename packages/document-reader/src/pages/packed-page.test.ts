import { completePage } from '@recto/document-text/testing/complete-page'
import { expect, test } from 'vitest'
import { buffersOf, packPage, unpackPage } from './packed-page.ts'

test('a page is the same after it has crossed', () => {
  const packedPage = packPage(completePage)
  const transferredPage = structuredClone(packedPage, { transfer: buffersOf(packedPage) })

  const page = unpackPage(transferredPage)

  expect(page).toEqual({
    ...completePage,
    words: completePage.words.map((word) => ({
      ...word,
      confidence: expect.closeTo(word.confidence),
    })),
  })
  expect(packedPage.boxes).toHaveLength(0)
})

test('places of letters are as precise as in stored texts, however far off the page', () => {
  const word = { text: 'a', box: [0, 0, 1, 1], confidence: 1, origin: 'native' } as const
  const pageOf = (edges: readonly number[]) => {
    const glyphs = { edges, tops: [700.00001], isSpaced: false }
    const size = { number: 1, width: 612, height: 792, rotation: 0 } as const
    return { ...size, words: [{ ...word, glyphs }], lines: [] }
  }
  for (const edges of [
    [50.12345, 56.12345],
    [-3e7, 3e9],
  ])
    expect(unpackPage(packPage(pageOf(edges)))).toEqual(pageOf(edges))
  const { glyphs } = packPage(pageOf([50.12345, 56.12345]))
  expect(glyphs?.edges.BYTES_PER_ELEMENT).toBe(4)
})

test('a page without words is the same too', () => {
  const page = { number: 3, width: 612, height: 792, rotation: 0, words: [], lines: [] } as const

  expect(unpackPage(packPage(page))).toEqual(page)
})
