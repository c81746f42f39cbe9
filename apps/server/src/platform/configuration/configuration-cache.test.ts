import { expect, test } from 'vitest'
import { openConfigurationCache } from './configuration-cache.ts'

const of = (version: number, organizationId = 1) => ({ organizationId, version })

function counting() {
  let made = 0
  return {
    make: async () => {
      made += 1
      return made
    },
  }
}

test('makes a thing once for each version and organization', async () => {
  const cache = openConfigurationCache()
  const { make } = counting()

  expect(await cache.get(of(1), 'plan', make)).toBe(1)
  expect(await cache.get(of(1), 'plan', make)).toBe(1)
  expect(await cache.get(of(1), 'other', make)).toBe(2)
  expect(await cache.get(of(2), 'plan', make)).toBe(3)
  expect(await cache.get(of(2, 7), 'plan', make)).toBe(4)
})

test('keeps nothing for a request that names an older version', async () => {
  const cache = openConfigurationCache()
  const { make } = counting()
  await cache.get(of(2), 'plan', make)

  expect(await cache.get(of(1), 'plan', make)).toBe(2)
  expect(await cache.get(of(2), 'plan', make)).toBe(1)
})

test('makes a thing again that could not be made', async () => {
  const cache = openConfigurationCache()
  const refused = cache.get(of(1), 'plan', () => Promise.reject(new Error('No tool.')))
  await expect(refused).rejects.toThrow('No tool.')

  expect(await cache.get(of(1), 'plan', async () => 'made')).toBe('made')
})
