import { weaviateProtocol } from '@recto/testkit/canned-vector-db/weaviate'
import { describe, expect, test } from 'vitest'
import { outsideOn } from '../testing/outside.ts'
import { testVectorDb } from '../testing/vector-suite.ts'
import { weaviate } from './weaviate.ts'

describe('Weaviate', () => {
  testVectorDb(
    weaviate,
    (url, api_key) => ({ adapter_name: 'Mine', url, api_key }),
    (apiKey) => weaviateProtocol({ apiKey }),
  )

  test('a chunk that it refuses inside an answer of status 200 fails the whole', async () => {
    const fetch = async (input: string | URL | Request) =>
      String(input).endsWith('/batch/objects')
        ? Response.json([
            { result: { status: 'FAILED', errors: { error: [{ message: 'vector lengths' }] } } },
          ])
        : Response.json({})
    const db = weaviate.open(
      { adapter_name: 'Mine', url: 'http://w.example' },
      { ...outsideOn(), fetch },
    )

    await expect(db.put('a', [{ id: '1', vector: [1], text: 'x' }])).rejects.toMatchObject({
      code: 'refused',
      message: 'Weaviate refused the request: vector lengths',
    })
  })

  test('a question that it cannot answer is told in its own words', async () => {
    const fetch = async () => Response.json({ errors: [{ message: 'vector lengths don’t match' }] })
    const db = weaviate.open(
      { adapter_name: 'Mine', url: 'http://w.example' },
      { ...outsideOn(), fetch },
    )

    await expect(db.search('a', [1], 1)).rejects.toThrow(
      'Weaviate refused the request: vector lengths',
    )
  })
})
