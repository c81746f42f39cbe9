import { pineconeProtocol } from '@recto/testkit/canned-vector-db/pinecone'
import { describe, expect, test } from 'vitest'
import { secretKey } from '../testing/failures.ts'
import { outsideOn } from '../testing/outside.ts'
import { testVectorDb } from '../testing/vector-suite.ts'
import { pinecone } from './pinecone.ts'

describe('Pinecone', () => {
  const { service } = testVectorDb(
    pinecone,
    (_url, api_key) => ({ adapter_name: 'Mine', api_key, region: 'us-east-1' }),
    (apiKey) => pineconeProtocol({ apiKey }),
  )

  test('new indexes run on what the settings say', async () => {
    const bodies = service()
      .requests.filter(({ method, path }) => method === 'POST' && path === '/indexes')
      .map(({ bytes }) => JSON.parse(Buffer.from(bytes).toString()))

    expect(bodies[0]).toEqual({
      name: 'recto-3',
      dimension: 3,
      metric: 'cosine',
      spec: { serverless: { cloud: 'aws', region: 'us-east-1' } },
    })
  })

  test('the key is sent to no host but the vendor’s, whatever is said', async () => {
    const requestedUrls: string[] = []
    const fetch = async (input: string | URL | Request) => {
      requestedUrls.push(String(input))
      return Response.json({ name: 'recto-1', host: 'evil.example', status: { ready: true } })
    }
    const db = pinecone.open(
      { adapter_name: 'Mine', api_key: secretKey },
      { ...outsideOn(), fetch },
    )

    await expect(db.search('a', [1], 1)).rejects.toMatchObject({ code: 'reply-unreadable' })
    expect(requestedUrls).toEqual(['https://api.pinecone.io/indexes/recto-1'])
  })
})
