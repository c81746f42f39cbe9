import { describe } from 'vitest'
import { testEmbedding } from '../testing/embedding-suite.ts'
import { secretKey } from '../testing/failures.ts'
import { openaiCompatibleEmbedding } from './openai-compatible.ts'

describe('OpenAI Compatible embedding', () => {
  testEmbedding(
    openaiCompatibleEmbedding,
    (url) => ({
      adapter_name: 'Mine',
      model: 'canned-model',
      api_key: secretKey,
      api_base: `${url}/v1`,
    }),
    'timeout',
  )
})
