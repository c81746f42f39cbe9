import { describe, expect, test } from 'vitest'
import { secretKey } from '../testing/failures.ts'
import { testLlm } from '../testing/llm-suite.ts'
import { outsideOn } from '../testing/outside.ts'
import { mistral } from './mistral.ts'

describe('Mistral AI', () => {
  const { server, open } = testLlm(
    mistral,
    (_url, timeout) => ({
      adapter_name: 'Mine',
      api_key: secretKey,
      model: 'canned-model',
      timeout,
    }),
    {
      saysRefusals: false,
      saysReasoning: false,
      saysErrorsInside: false,
      outsideOf: (url) => outsideOn(url, '/mistral'),
    },
  )

  test('reasoning is asked for with its effort, and without a temperature', async () => {
    await open({ enable_reasoning: true, reasoning_effort: 'high' }).complete!({ prompt: 'Think.' })

    expect(server().requests.at(-1)?.body).toMatchObject({ reasoning_effort: 'high' })
    expect(server().requests.at(-1)?.body).not.toHaveProperty('temperature')
  })

  test('requests with the same beginning carry the same cache key, and others none', async () => {
    await open().complete!({ prompt: 'Hello', cacheKey: 'document-7' })
    await open().complete!({ prompt: 'Hello' })

    const [requestWithKey, plain] = server().requests.slice(-2)
    expect(requestWithKey?.body.prompt_cache_key).toBe('document-7')
    expect(plain?.body).not.toHaveProperty('prompt_cache_key')
  })
})
