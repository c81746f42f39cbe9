import { expect, test } from 'vitest'
import {
  findPageIndex,
  fitScale,
  GAP,
  getStackHeight,
  layOutPages,
  listNearbyPages,
} from './page-layout.ts'

const sizes = Array.from({ length: 100 }, () => ({ width: 600, height: 800 }))

test('lays out pages in a column with gaps, at any scale', () => {
  const pages = layOutPages(sizes.slice(0, 2), 0.5)
  expect(pages).toEqual([
    { index: 0, top: GAP, width: 300, height: 400 },
    { index: 1, top: 400 + 2 * GAP, width: 300, height: 400 },
  ])
  expect(getStackHeight(pages)).toBe(800 + 3 * GAP)
})

test('selects only the pages near the viewport of a hundred', () => {
  const pages = layOutPages(sizes, 1)
  const top = pages[50]?.top ?? 0
  expect(listNearbyPages(pages, top, 800).map(({ index }) => index)).toEqual([49, 50, 51])
  expect(findPageIndex(pages, top, 800)).toBe(50)
  expect(findPageIndex(pages, 0, 800)).toBe(0)
})

test('fits the scale to the widest page', () => {
  const landscape = { width: 800, height: 600 }
  expect(fitScale([...sizes, landscape], 400 + 2 * GAP)).toBe(0.5)
})
