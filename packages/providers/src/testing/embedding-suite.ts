import type { Embedding } from '@recto/provider-spec/embedding'
import type { Provider, Settings } from '@recto/provider-spec/provider'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testFailures } from './failures.ts'
import { outsideOn } from './outside.ts'

const closeness = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, index) => sum + value * b[index]!, 0)

/** What holds for every embedding model that is called over HTTP. */
export function testEmbedding(
  provider: Provider<'embedding'>,
  settingsFor: (url: string) => Settings,
  /** How `settingsFor` says a time limit, where there is a setting for it. */
  limitKey?: string,
): { readonly server: () => CannedModelServer; readonly open: (more?: Settings) => Embedding } {
  let server: CannedModelServer
  beforeAll(async () => {
    server = await startCannedModelServer()
  })
  afterAll(() => server.close())

  const open = (more: Settings = {}) =>
    provider.open({ ...settingsFor(server.url), ...more }, outsideOn(server.url))

  test('gives a vector for each text, in order, in one request', async () => {
    const before = server.requests.length

    const { vectors, usage } = await open().embed(['net total', 'a cat', 'net total'])

    expect(vectors).toHaveLength(3)
    expect(vectors[0]).toEqual(vectors[2])
    expect(closeness(vectors[0]!, vectors[1]!)).toBeLessThan(0.5)
    expect(usage.tokens).toBeGreaterThan(0)
    expect(server.requests.length - before).toBe(1)
  })

  test('many texts go in batches, and their vectors come back in order', async () => {
    const before = server.requests.length
    const texts = Array.from({ length: 70 }, (_, index) => `line ${index}`)

    const { vectors } = await open().embed(texts)
    const alone = await open().embed([texts[69]!])

    expect(vectors).toHaveLength(70)
    expect(vectors[69]).toEqual(alone.vectors[0])
    expect(server.requests.length - before).toBeGreaterThan(2)
  })

  test('no text is no request', async () => {
    const before = server.requests.length

    expect(await open().embed([])).toEqual({ vectors: [], usage: { tokens: 0 } })
    expect(server.requests.length).toBe(before)
  })

  test('a connection test passes', async () => {
    await provider.check(settingsFor(server.url), outsideOn(server.url))
  })

  testFailures(
    () => server,
    (limitSeconds) => (signal) =>
      open(limitKey ? { [limitKey]: limitSeconds } : {}).embed(['a text'], signal && { signal }),
    {
      hasKey: 'api_key' in (provider.schema.properties as object),
      hasLimit: limitKey !== undefined,
    },
  )

  return { server: () => server, open }
}
