import { expect, test } from 'vitest'
import { openConfigurationCache } from './configuration-cache.ts'

const configuration = (version: number, organizationId = 1) => ({ organizationId, version })

function counting() {
  let createCount = 0
  return {
    make: async () => {
      createCount += 1
      return createCount
    },
  }
}

test('creates a value once per version and organization', async () => {
  const cache = openConfigurationCache()
  const { make } = counting()

  expect(await cache.get(configuration(1), 'plan', make)).toBe(1)
  expect(await cache.get(configuration(1), 'plan', make)).toBe(1)
  expect(await cache.get(configuration(1), 'other', make)).toBe(2)
  expect(await cache.get(configuration(2), 'plan', make)).toBe(3)
  expect(await cache.get(configuration(2, 7), 'plan', make)).toBe(4)
})

test('caches nothing for a request with an older version', async () => {
  const cache = openConfigurationCache()
  const { make } = counting()
  await cache.get(configuration(2), 'plan', make)

  expect(await cache.get(configuration(1), 'plan', make)).toBe(2)
  expect(await cache.get(configuration(2), 'plan', make)).toBe(1)
})

test('creates a value again after a failure', async () => {
  const cache = openConfigurationCache()
  const failure = cache.get(configuration(1), 'plan', () => Promise.reject(new Error('No tool.')))
  await expect(failure).rejects.toThrow('No tool.')

  expect(await cache.get(configuration(1), 'plan', async () => 'made')).toBe('made')
})
