import { describe, expect, test } from 'vitest'
import { testEmbedding } from '../testing/embedding-suite.ts'
import { secretKey } from '../testing/failures.ts'
import { openaiEmbedding } from './openai.ts'

describe('OpenAI embedding', () => {
  const { server, open } = testEmbedding(
    openaiEmbedding,
    (url) => ({ adapter_name: 'Mine', api_key: secretKey, api_base: `${url}/v1/` }),
    'timeout',
  )

  test('dimensions and batch size are the settings', async () => {
    const initialRequestCount = server().requests.length

    await open({ dimensions: '256', embed_batch_size: 2 }).embed(['a', 'b', 'c'])

    expect(server().requests.length - initialRequestCount).toBe(2)
    expect(server().requests.at(-1)?.body).toMatchObject({ dimensions: 256, input: ['c'] })
  })
})
