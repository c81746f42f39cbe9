import { expect, test } from 'vitest'
import { fitScale, GAP, heightOf, layOut, pageAt, pagesNear } from './page-layout.ts'

const sizes = Array.from({ length: 100 }, () => ({ width: 600, height: 800 }))

test('pages lie below each other with a gap, at any scale', () => {
  const pages = layOut(sizes.slice(0, 2), 0.5)
  expect(pages).toEqual([
    { index: 0, top: GAP, width: 300, height: 400 },
    { index: 1, top: 400 + 2 * GAP, width: 300, height: 400 },
  ])
  expect(heightOf(pages)).toBe(800 + 3 * GAP)
})

test('of a hundred pages only those near the window are drawn', () => {
  const pages = layOut(sizes, 1)
  const top = pages[50]?.top ?? 0
  expect(pagesNear(pages, top, 800).map(({ index }) => index)).toEqual([49, 50, 51])
  expect(pageAt(pages, top, 800)).toBe(50)
  expect(pageAt(pages, 0, 800)).toBe(0)
})

test('the widest page fills the width', () => {
  const landscape = { width: 800, height: 600 }
  expect(fitScale([...sizes, landscape], 400 + 2 * GAP)).toBe(0.5)
})
