import { describe } from 'vitest'
import { testEmbedding } from '../testing/embedding-suite.ts'
import { secretKey } from '../testing/failures.ts'
import { geminiEmbedding } from './gemini.ts'

describe('Gemini embedding', () => {
  testEmbedding(
    geminiEmbedding,
    () => ({ adapter_name: 'Mine', api_key: secretKey, model: 'canned-model' }),
    'timeout',
    { countsTokens: false },
  )
})
