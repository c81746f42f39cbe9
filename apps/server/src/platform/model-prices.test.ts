import { expect, test } from 'vitest'
import { getContextWindow, getListPrice, suggestModelNames } from './model-prices.ts'

const million = { input: 1_000_000, output: 1_000_000, embedding: 0 }

test('an unlisted model and an empty name have no price and no context window', async () => {
  for (const model of ['canned', '', 'gpt-of-nobody']) {
    expect(await getListPrice({ model, service: 'openaicompatible' }, million)).toBeUndefined()
    expect(await getContextWindow({ model, service: 'openaicompatible' })).toBeUndefined()
  }
})

test('well-known models have a price per token and a context window', async () => {
  const knownModels = [
    { model: 'gpt-4o-mini', service: 'openai' },
    { model: 'gpt-4o-mini', service: 'openaicompatible' },
    { model: 'claude-sonnet-4-5', service: 'anthropic' },
  ]
  for (const one of knownModels) {
    expect(await getListPrice(one, million)).toBeGreaterThan(0.1)
    expect(await getListPrice(one, { input: 0, output: 0, embedding: 0 })).toBe(0)
    expect(await getContextWindow(one)).toBeGreaterThan(100_000)
  }
  const embedding = { model: 'text-embedding-3-small', service: 'openai' }
  const usage = { input: 0, output: 0, embedding: 1_000_000 }
  expect(await getListPrice(embedding, usage)).toBeCloseTo(0.02)
})

test('input from a cache costs a fraction of other input', async () => {
  for (const one of [
    { model: 'gpt-4o-mini', service: 'openai' },
    { model: 'claude-sonnet-4-5', service: 'anthropic' },
  ]) {
    const usage = { input: 1_000_000, output: 0, embedding: 0 }
    const full = (await getListPrice(one, usage)) ?? 0
    const cachedPrice = (await getListPrice(one, { ...usage, cached: 1_000_000 })) ?? 0
    expect(cachedPrice).toBeGreaterThan(0)
    expect(cachedPrice).toBeLessThanOrEqual(full / 2)
  }
})

test('suggests no names for an unknown service', async () => {
  expect(await suggestModelNames('openaicompatible', 'llm')).toEqual([])
})

test.each([
  ['openai', 'llm', 'gpt-4o-mini', 'text-embedding-3-small'],
  ['openai', 'embedding', 'text-embedding-3-small', 'gpt-4o-mini'],
  ['gemini', 'llm', 'gemini-2.5-flash', 'claude-3-5-sonnet'],
  ['bedrock', 'llm', 'amazon.nova-lite-v1:0', 'amazon.nova-2-sonic-v1:0'],
] as const)(
  'suggests names of %s for the purpose %s',
  async (service, purpose, expectedName, excludedName) => {
    const names = await suggestModelNames(service, purpose)

    expect(names).toContain(expectedName)
    expect(names).not.toContain(excludedName)
    expect(names.length).toBeLessThanOrEqual(200)
  },
)
