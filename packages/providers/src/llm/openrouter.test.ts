import { describe, expect, test } from 'vitest'
import { secretKey } from '../testing/failures.ts'
import { testLlm } from '../testing/llm-suite.ts'
import { openrouter } from './openrouter.ts'

describe('OpenRouter', () => {
  const { server, open } = testLlm(openrouter, (_url, timeout) => ({
    adapter_name: 'Mine',
    api_key: secretKey,
    model: 'canned-model',
    timeout,
  }))

  test('is asked at its own address, with the effort of its reasoning', async () => {
    await open({ enable_reasoning: true, reasoning_effort: 'high' }).complete!({ prompt: 'Think.' })

    expect(server().requests.at(-1)).toMatchObject({
      path: '/api/v1/chat/completions',
      body: { reasoning_effort: 'high', max_tokens: 4096 },
    })
  })
})
