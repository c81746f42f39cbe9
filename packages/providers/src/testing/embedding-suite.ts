import type { Embedding } from '@recto/provider-spec/embedding'
import type { Provider, ProviderNetwork, Settings } from '@recto/provider-spec/provider'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretKey, testFailures } from './failures.ts'
import { outsideOn } from './outside.ts'
import { sayProof } from './say-proof.ts'

const closeness = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, index) => sum + value * b[index]!, 0)

/** The differences between protocols. */
type EmbeddingTraits = {
  /** Whether it says how many tokens were read. */
  readonly countsTokens?: boolean
  /** Whether it takes several texts in one request. */
  readonly isBatched?: boolean
  readonly outsideOf?: (url: string) => ProviderNetwork
}

/** Tests what holds for every embedding model that is called over HTTP. */
export function testEmbedding(
  provider: Provider<'embedding'>,
  settingsFor: (url: string) => Settings,
  /** Returns the setting of a time limit, if the provider has one. */
  limitKey?: string,
  { countsTokens = true, isBatched = true, outsideOf = outsideOn }: EmbeddingTraits = {},
): {
  readonly server: () => CannedModelServer
  readonly open: (extraSettings?: Settings) => Embedding
} {
  sayProof(provider, 'recorded answers')
  let server: CannedModelServer
  beforeAll(async () => {
    server = await startCannedModelServer()
  })
  afterAll(() => server.close())

  const open = (extraSettings: Settings = {}) =>
    provider.open({ ...settingsFor(server.url), ...extraSettings }, outsideOf(server.url))

  test('gives a vector for each text, in order, in as few requests as can be', async () => {
    const initialRequestCount = server.requests.length

    const { vectors, usage } = await open().embed(['net total', 'a cat', 'net total'])

    expect(vectors).toHaveLength(3)
    expect(vectors[0]).toEqual(vectors[2])
    expect(closeness(vectors[0]!, vectors[1]!)).toBeLessThan(0.5)
    expect(usage.tokens > 0).toBe(countsTokens)
    expect(server.requests.length - initialRequestCount).toBe(isBatched ? 1 : 3)
  })

  test('many texts go in batches, and their vectors come back in order', async () => {
    const initialRequestCount = server.requests.length
    const texts = Array.from({ length: 70 }, (_, index) => `line ${index}`)

    const { vectors } = await open().embed(texts)
    const singleReply = await open().embed([texts[69]!])

    expect(vectors).toHaveLength(70)
    expect(vectors[69]).toEqual(singleReply.vectors[0])
    expect(server.requests.length - initialRequestCount).toBeGreaterThan(2)
  })

  test('no text is no request', async () => {
    const initialRequestCount = server.requests.length

    expect(await open().embed([])).toEqual({ vectors: [], usage: { tokens: 0 } })
    expect(server.requests.length).toBe(initialRequestCount)
  })

  test('a connection test passes', async () => {
    await provider.check(settingsFor(server.url), outsideOf(server.url))
  })

  testFailures(
    () => server,
    (limitSeconds) => (signal) =>
      open(limitKey ? { [limitKey]: limitSeconds } : {}).embed(['a text'], signal && { signal }),
    {
      hasKey: Object.values(settingsFor('http://a.example')).includes(secretKey),
      hasLimit: limitKey !== undefined,
    },
  )

  return { server: () => server, open }
}
