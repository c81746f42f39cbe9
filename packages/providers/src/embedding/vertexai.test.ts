import { describe, expect, test } from 'vitest'
import { testEmbedding } from '../testing/embedding-suite.ts'
import { googleAccount, outsideWithToken } from '../testing/google-account.ts'
import { vertexAiEmbedding } from './vertexai.ts'

describe('Vertex AI embedding', () => {
  const { server, open } = testEmbedding(
    vertexAiEmbedding,
    () => ({
      adapter_name: 'Mine',
      json_credentials: googleAccount,
      model: 'canned-model',
      project: 'my-project',
    }),
    undefined,
    { outsideOf: outsideWithToken },
  )

  test('what the vectors are for is told', async () => {
    await open({ embed_mode: 'retrieval' }).embed(['a'])

    expect(server().requests.at(-1)).toMatchObject({
      path: '/v1/projects/my-project/locations/global/publishers/google/models/canned-model:predict',
      body: { instances: [{ content: 'a', task_type: 'RETRIEVAL_DOCUMENT' }] },
    })
  })
})
