import { describe } from 'vitest'
import { testEmbedding } from '../testing/embedding-suite.ts'
import { secretKey } from '../testing/failures.ts'
import { outsideOn } from '../testing/outside.ts'
import { mistralEmbedding } from './mistral.ts'

describe('Mistral embedding', () => {
  testEmbedding(
    mistralEmbedding,
    () => ({ adapter_name: 'Mine', api_key: secretKey, model: 'canned-model' }),
    'timeout',
    { outsideOf: (url) => outsideOn(url, '/mistral') },
  )
})
