import { expect, test } from 'vitest'
import { cacheImageData, openImageDataCaches } from './cache-image-data.ts'

const data = { values: [], problems: [] }
const image = Uint8Array.of(1, 2, 3)

test('data is found again for the same bytes in the same scope, and nowhere else', () => {
  const caches = openImageDataCaches()
  cacheImageData(caches, 'a', image).set(data)
  cacheImageData(caches, undefined, image).set(data)

  expect(cacheImageData(caches, 'a', Uint8Array.from(image)).get()).toEqual(data)
  expect(cacheImageData(caches, 'a', Uint8Array.of(1, 2, 4)).get()).toBeUndefined()
  expect(cacheImageData(caches, 'b', image).get()).toBeUndefined()
  expect(cacheImageData(caches, undefined, image).get()).toBeUndefined()
})

test('a file whose digest would take long is not cached', () => {
  const caches = openImageDataCaches()
  const large = new Uint8Array(9_000_000)
  cacheImageData(caches, 'a', large).set(data)

  expect(cacheImageData(caches, 'a', large).get()).toBeUndefined()
})
