import { expect, test } from 'vitest'
import { limitValues } from './limit-values.ts'

test('short values stay as they are', () => {
  const values = { name: 'Bills', isOpen: true, count: 3, users: ['ada@example.org'], none: null }

  expect(limitValues(values)).toEqual(values)
})

test('long texts, long lists, many fields and deep values are shortened', () => {
  const fields = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`field ${n}`, n]))
  const shortValues = limitValues({
    text: 'x'.repeat(100_000),
    list: Array.from({ length: 100_000 }, (_, n) => n),
    fields,
    deep: { one: { two: { three: { four: 'lost' } } } },
  })

  const json = JSON.stringify(shortValues)
  expect(json.length).toBeLessThan(5000)
  expect(json).toContain('… and 99900 more')
  expect(json).not.toContain('lost')
})
