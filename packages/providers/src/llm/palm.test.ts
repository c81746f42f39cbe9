import { describe, expect, test } from 'vitest'
import { huggingFaceEmbedding } from '../embedding/huggingface.ts'
import { palmEmbedding } from '../embedding/palm.ts'
import { qdrantFastEmbed } from '../embedding/qdrantfastembed.ts'
import { outsideOn } from '../testing/outside.ts'
import { sayProof } from '../testing/say-proof.ts'
import { palm } from './palm.ts'

describe.each([
  ['Palm', palm, 'Use Gemini instead.'],
  ['Palm', palmEmbedding, 'Use Gemini instead.'],
  ['HuggingFace', huggingFaceEmbedding, 'Use the built-in MiniLM, Ollama,'],
  ['QdrantFastEmbedM', qdrantFastEmbed, 'Use the built-in MiniLM or Ollama instead.'],
])('%s, which is gone', (name, provider, replacement) => {
  const settings = { adapter_name: 'Old', model_name: 'm', api_key: 'k' }

  sayProof(provider, 'this installation')

  test('cannot be opened or checked, and says what to choose in its place', async () => {
    const words = { code: 'settings-invalid', message: expect.stringContaining(replacement) }

    expect(() => provider.open(settings, outsideOn())).toThrow(expect.objectContaining(words))
    await expect(provider.check(settings, outsideOn())).rejects.toMatchObject(words)
    await expect(provider.check(settings, outsideOn())).rejects.toThrow(
      `${name} is no longer available.`,
    )
  })

  test('is offered to nobody, and keeps the form of its adapters', () => {
    expect(provider.isHidden).toBe(true)
    expect(Object.keys(provider.schema.properties as object)).toContain('model_name')
  })
})
