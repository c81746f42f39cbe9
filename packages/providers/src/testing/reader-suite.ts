import { layoutText } from '@recto/document-text/layout/layout-text'
import type { DocumentText } from '@recto/document-text/model'
import type {
  OpenedAdapters,
  Provider,
  ProviderNetwork,
  Settings,
} from '@recto/provider-spec/provider'
import {
  type CannedService,
  type ServiceProtocol,
  startCannedService,
} from '@recto/testkit/canned-service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretKey, testFailures } from './failures.ts'
import { outsideOn } from './outside.ts'
import { sayProof } from './say-proof.ts'

type Reading = 'text-extractor' | 'ocr'

export const fileBytes = new TextEncoder().encode('%PDF-1.7 a document')

/** The lines of a document as they would be laid out, without what is only space. */
export const linesOf = (document: DocumentText) =>
  layoutText(document)
    .text.split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')

/** Tests what holds for every service that reads documents. */
export function testReader<K extends Reading>(
  provider: Provider<K>,
  settingsFor: (url: string, key: string) => Settings,
  protocolFor: (key: string) => ServiceProtocol,
  {
    outsideOf = outsideOn,
    isKeyed = true,
    retriesBySelf = false,
  }: {
    readonly outsideOf?: (url: string) => ProviderNetwork
    readonly isKeyed?: boolean
    /** Whether it makes a call again that failed for a passing reason, because a document is several. */
    readonly retriesBySelf?: boolean
  } = {},
): {
  readonly service: () => CannedService
  readonly open: (extraSettings?: Settings) => OpenedAdapters[K]
} {
  sayProof(provider, 'recorded answers')
  let service: CannedService
  beforeAll(async () => {
    service = await startCannedService(protocolFor(secretKey))
  })
  afterAll(() => service.close())

  const open = (extraSettings: Settings = {}) =>
    provider.open(
      { ...settingsFor(service.url, secretKey), ...extraSettings },
      outsideOf(service.url),
    )

  if (isKeyed)
    test('a wrong key is said to be one, and stands in no message', async () => {
      const wrong = settingsFor(service.url, 'another-key-that-nobody-has')
      const reading = provider.open(wrong, outsideOf(service.url)).read(fileBytes)
      const error = await reading.catch((thrownError: Error) => thrownError)

      expect(error).toMatchObject({ code: 'unauthorised', status: 401 })
      expect((error as Error).message).not.toContain('another-key')
      await expect(provider.check(wrong, outsideOf(service.url))).rejects.toMatchObject({
        code: 'unauthorised',
      })
    })

  test('a document has words in lines on pages, each with its place', async () => {
    const { pages } = await open().read(fileBytes, { name: 'letter.pdf' })

    expect(pages.length).toBeGreaterThan(0)
    for (const { width, height, words, lines } of pages) {
      expect(lines.reduce((sum, { start, end }) => sum + end - start, 0)).toBe(words.length)
      for (const { box } of words) {
        expect(box[0]).toBeLessThan(box[2])
        expect(box[1]).toBeLessThan(box[3])
        expect(box[0]).toBeGreaterThanOrEqual(0)
        expect(box[2]).toBeLessThanOrEqual(width + 0.01)
        expect(box[3]).toBeLessThanOrEqual(height + 0.01)
      }
    }
  })

  test('a connection test passes', async () => {
    await provider.check(settingsFor(service.url, secretKey), outsideOf(service.url))
  })

  testFailures(
    () => service,
    () => () => provider.check(settingsFor(service.url, secretKey), outsideOf(service.url)),
    { hasKey: isKeyed, hasLimit: false, canStop: false },
  )

  test('a caller who stops gets his own reason', async () => {
    const stop = new AbortController()
    service.script({ fault: 'silence' })
    const expectedRequestCount = service.requests.length + 1

    const reading = open().read(fileBytes, { signal: stop.signal })
    await service.received(expectedRequestCount)
    stop.abort(new Error('Ada closed the page.'))

    await expect(reading).rejects.toThrow('Ada closed the page.')
  })

  if (!retriesBySelf)
    test('a broken server is told of after one request: the caller repeats', async () => {
      const initialRequestCount = service.requests.length
      service.script({ status: 503 })

      await expect(open().read(fileBytes)).rejects.toMatchObject({ code: 'unavailable' })
      expect(service.requests.length - initialRequestCount).toBe(1)
    })

  return { service: () => service, open }
}
