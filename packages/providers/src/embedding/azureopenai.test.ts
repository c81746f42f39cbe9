import { describe, expect, test } from 'vitest'
import { testEmbedding } from '../testing/embedding-suite.ts'
import { secretKey } from '../testing/failures.ts'
import { azureOpenAiEmbedding } from './azureopenai.ts'

describe('Azure OpenAI embedding', () => {
  const { server, open } = testEmbedding(
    azureOpenAiEmbedding,
    (url) => ({
      adapter_name: 'Mine',
      api_key: secretKey,
      model: 'canned-model',
      deployment_name: 'mine',
      azure_endpoint: url,
    }),
    'timeout',
  )

  test('the deployment stands in the address, and five texts go at once', async () => {
    const initialRequestCount = server().requests.length

    await open({ dimensions: 64 }).embed(['a', 'b', 'c', 'd', 'e', 'f'])

    expect(server().requests.length - initialRequestCount).toBe(2)
    expect(server().requests.at(-1)).toMatchObject({
      path: '/openai/deployments/mine/embeddings',
      body: { dimensions: 64, input: ['f'] },
    })
  })
})
