import { expect, test } from 'vitest'
import { listedModels, listedWindowOf, listPriceOf } from './known-models.ts'

const million = { input: 1_000_000, output: 1_000_000, embedding: 0 }

test('a model that the list does not know has no price and no window, and an empty name neither', async () => {
  for (const model of ['canned', '', 'gpt-of-nobody']) {
    expect(await listPriceOf({ model, service: 'openaicompatible' }, million)).toBeUndefined()
    expect(await listedWindowOf({ model, service: 'openaicompatible' })).toBeUndefined()
  }
})

test('well-known models have a price by their tokens, and a window', async () => {
  const known = [
    { model: 'gpt-4o-mini', service: 'openai' },
    { model: 'gpt-4o-mini', service: 'openaicompatible' },
    { model: 'claude-sonnet-4-5', service: 'anthropic' },
  ]
  for (const one of known) {
    expect(await listPriceOf(one, million)).toBeGreaterThan(0.1)
    expect(await listPriceOf(one, { input: 0, output: 0, embedding: 0 })).toBe(0)
    expect(await listedWindowOf(one)).toBeGreaterThan(100_000)
  }
  const embedding = { model: 'text-embedding-3-small', service: 'openai' }
  const used = { input: 0, output: 0, embedding: 1_000_000 }
  expect(await listPriceOf(embedding, used)).toBeCloseTo(0.02)
})

test('a service of which nothing is known offers no names', async () => {
  expect(await listedModels('openaicompatible', 'llm')).toEqual([])
})

test.each([
  ['openai', 'llm', 'gpt-4o-mini', 'text-embedding-3-small'],
  ['openai', 'embedding', 'text-embedding-3-small', 'gpt-4o-mini'],
  ['gemini', 'llm', 'gemini-2.5-flash', 'claude-3-5-sonnet'],
  ['bedrock', 'llm', 'amazon.nova-lite-v1:0', 'amazon.nova-2-sonic-v1:0'],
] as const)('%s offers names for the use %s', async (service, purpose, offered, other) => {
  const names = await listedModels(service, purpose)

  expect(names).toContain(offered)
  expect(names).not.toContain(other)
  expect(names.length).toBeLessThanOrEqual(200)
})
