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

test('a page without words is the same too', () => {
  const page = { number: 3, width: 612, height: 792, rotation: 0, words: [], lines: [] } as const

  expect(unpackPage(packPage(page))).toEqual(page)
})
