import { expect, test } from 'vitest'
import { openScopedCaches } from './scoped-cache.ts'

/** Values are texts of so many bytes; each entry takes 200 more. */
const openCaches = (maxBytes: number, maxScopeBytes: number) =>
  openScopedCaches<string>({ maxBytes, maxScopeBytes, measure: (text) => text.length })
const filler = (bytes: number) => 'x'.repeat(bytes - 200)

test('nothing passes from one scope to another, or out of a search without a scope', () => {
  const caches = openCaches(10_000, 10_000)
  caches.in('a').set('logo', 'a logo')
  caches.in(undefined).set('logo', 'a secret logo')

  expect(caches.in('a').get('logo')).toBe('a logo')
  expect(caches.in('b').get('logo')).toBeUndefined()
  expect(caches.in(undefined).get('logo')).toBeUndefined()
})

test('a scope that exceeds its share forgets what it used least recently', () => {
  const cache = openCaches(10_000, 1000).in('a')
  cache.set('one', filler(500))
  cache.set('two', filler(500))
  cache.get('one')
  cache.set('three', filler(500))

  expect(['one', 'two', 'three'].map((key) => cache.get(key) !== undefined)).toEqual([
    true,
    false,
    true,
  ])
})

test('a busy scope leaves the results of the others alone', () => {
  const caches = openCaches(10_000, 1000)
  caches.in('quiet').set('logo', 'a logo')
  for (let i = 0; i < 1000; i++) caches.in('busy').set(`image ${i}`, filler(400))

  expect(caches.in('quiet').get('logo')).toBe('a logo')
  expect(caches.in('busy').get('image 999')).toBeDefined()
})

test('many scopes share one bound, and the one that was used least recently gives way', () => {
  const caches = openCaches(2000, 1000)
  for (const scope of ['a', 'b', 'c', 'd']) caches.in(scope).set('logo', filler(500))
  caches.in('a').get('logo')
  caches.in('e').set('logo', filler(500))

  const cachedScopes = ['a', 'b', 'c', 'd', 'e'].filter((scope) => caches.in(scope).get('logo'))
  expect(cachedScopes).toEqual(['a', 'c', 'd', 'e'])
})

test('a result is replaced and counted once, and one that is larger than a share is not cached', () => {
  const cache = openCaches(10_000, 1000).in('a')
  for (let i = 0; i < 100; i++) cache.set('same', filler(600))
  cache.set('other', filler(400))
  cache.set('huge', filler(1001))

  expect(cache.get('same')).toBeDefined()
  expect(cache.get('other')).toBeDefined()
  expect(cache.get('huge')).toBeUndefined()
})
