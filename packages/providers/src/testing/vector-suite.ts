import type { Provider, ProviderNetwork, Settings } from '@recto/provider-spec/provider'
import type { VectorDb } from '@recto/provider-spec/vector-db'
import {
  type CannedService,
  type ServiceProtocol,
  startCannedService,
} from '@recto/testkit/canned-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretKey, testFailures } from './failures.ts'
import { outsideOn } from './outside.ts'
import { sayProof } from './say-proof.ts'

/** Tests what holds for every vector database that is called over HTTP. */
export function testVectorDb(
  provider: Provider<'vector-db'>,
  settingsFor: (url: string, key: string) => Settings,
  protocolFor: (key: string) => ServiceProtocol,
  /** For services whose URL is not a setting. */
  outsideOf: (url: string) => ProviderNetwork = outsideOn,
): { readonly service: () => CannedService; readonly open: (key?: string) => VectorDb } {
  sayProof(provider, 'recorded answers')
  let service: CannedService
  beforeAll(async () => {
    service = await startCannedService(protocolFor(secretKey))
  })
  afterAll(() => service.close())

  const open = (key = secretKey) =>
    provider.open(settingsFor(service.url, key), outsideOf(service.url))

  test('a wrong key is said to be one, and stands in no message', async () => {
    const wrong = 'another-key-that-nobody-has'
    const error = await open(wrong)
      .search('letters', [1, 0, 0], 3)
      .catch((thrownError: Error) => thrownError)

    expect(error).toMatchObject({ code: 'unauthorised' })
    expect((error as Error).message).not.toContain(wrong)
    const checked = provider.check(settingsFor(service.url, wrong), outsideOf(service.url))
    await expect(checked).rejects.toMatchObject({ code: 'unauthorised' })
  })

  test('what is not there is not found, and is forgotten all the same', async () => {
    expect(await open().search('nothing', [0, 1], 3)).toEqual([])
    await open().remove('nothing')
  })

  test('no chunk is no request', async () => {
    const initialRequestCount = service.requests.length

    await open().put('letters', [])

    expect(service.requests.length).toBe(initialRequestCount)
  })

  test('the nearest are found, best first, and only those of the collection', async () => {
    const db = open()
    await db.put('letters', [
      { id: '000000', vector: [1, 0, 0], text: 'Dear Ada' },
      { id: '000001', vector: [0.8, 0.6, 0], text: 'Yours, “Ben”\n☕' },
      { id: '000002', vector: [0, 0, 1], text: 'P.S.' },
    ])
    await db.put('bills', [{ id: '000000', vector: [1, 0, 0], text: 'Amount due' }])

    const hits = await open().search('letters', [1, 0, 0], 2)

    expect(hits).toEqual([
      { id: '000000', text: 'Dear Ada', score: expect.closeTo(1, 5) },
      { id: '000001', text: 'Yours, “Ben”\n☕', score: expect.closeTo(0.8, 5) },
    ])
  })

  test('what is put again replaces what was there, and many chunks go in portions', async () => {
    const db = open()
    const initialRequestCount = service.requests.length
    const items = Array.from({ length: 120 }, (_, place) => ({
      id: String(place).padStart(6, '0'),
      vector: [place, 1, 2, 3],
      text: `Line ${place}`,
    }))
    await db.put('book', items)
    await db.put('book', items)

    const hits = await db.search('book', [119, 1, 2, 3], 500)

    expect(hits).toHaveLength(120)
    expect(hits[0]).toMatchObject({ id: '000119', text: 'Line 119' })
    expect(service.requests.length - initialRequestCount).toBeGreaterThan(6)
  })

  test('a collection is forgotten, and others are not', async () => {
    await open().remove('letters')

    expect(await open().search('letters', [1, 0, 0], 3)).toEqual([])
    expect(await open().search('bills', [1, 0, 0], 3)).toHaveLength(1)
  })

  test('a connection test passes and writes nothing', async () => {
    const initialRequestCount = service.requests.length

    await provider.check(settingsFor(service.url, secretKey), outsideOf(service.url))

    expect(service.requests.length - initialRequestCount).toBe(1)
  })

  testFailures(
    () => service,
    () => () => open().remove('nothing'),
    { hasLimit: false, canStop: false },
  )

  return { service: () => service, open }
}
