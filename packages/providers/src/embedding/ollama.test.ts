import { describe } from 'vitest'
import { testEmbedding } from '../testing/embedding-suite.ts'
import { ollamaEmbedding } from './ollama.ts'

describe('Ollama embedding', () => {
  testEmbedding(ollamaEmbedding, (url) => ({
    adapter_name: 'Mine',
    model_name: 'canned-model',
    base_url: url,
  }))
})
