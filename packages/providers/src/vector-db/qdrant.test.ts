import { startCannedService } from '@recto/testkit/canned-service'
import { qdrantProtocol } from '@recto/testkit/canned-vector-db/qdrant'
import { describe, expect, test } from 'vitest'
import { outsideOn } from '../testing/outside.ts'
import { testVectorDb } from '../testing/vector-suite.ts'
import { qdrant } from './qdrant.ts'

describe('Qdrant', () => {
  const { open } = testVectorDb(
    qdrant,
    (url, api_key) => ({ adapter_name: 'Mine', url, api_key }),
    (apiKey) => qdrantProtocol({ apiKey }),
  )

  test('an address without a scheme is one of a server of one’s own', async () => {
    await using service = await startCannedService(qdrantProtocol())
    const url = service.url.replace('http://', '')

    await qdrant.check({ adapter_name: 'Mine', url, api_key: '' }, outsideOn())

    expect(service.requests).toHaveLength(1)
    expect(service.requests[0]?.headers).not.toHaveProperty('api-key')
  })

  test('what is found at once is said to be', () => {
    expect(open().isConsistent).toBe(true)
  })

  test.each(['http://', 'https://ada:secret@vectors.example', 'a b'])(
    '%s is no address of a server',
    (url) => {
      expect(() => qdrant.open({ adapter_name: 'Mine', url }, outsideOn())).toThrow(/^URL: must be/)
    },
  )
})
