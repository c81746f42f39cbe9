import { describe, expect, test } from 'vitest'
import { testEmbedding } from '../testing/embedding-suite.ts'
import { secretKey } from '../testing/failures.ts'
import { nvidiaBuildEmbedding } from './nvidiabuild.ts'

describe('NVIDIA Build embedding', () => {
  const { server, open } = testEmbedding(
    nvidiaBuildEmbedding,
    () => ({ adapter_name: 'Mine', api_key: secretKey, model: 'canned-model' }),
    'timeout',
  )

  test('questions and passages are embedded alike', async () => {
    await open().embed(['a'])

    expect(server().requests.at(-1)?.body).toMatchObject({ input_type: 'passage', input: ['a'] })
  })
})
