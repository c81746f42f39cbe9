import { describe, expect, test } from 'vitest'
import { secretKey } from '../testing/failures.ts'
import { testLlm } from '../testing/llm-suite.ts'
import { gemini } from './gemini.ts'

describe('Gemini', () => {
  const { server, open } = testLlm(gemini, (_url, timeout) => ({
    adapter_name: 'Mine',
    api_key: secretKey,
    model: 'canned-model',
    timeout,
  }))

  test('thinking has a budget of its own, besides the tokens of the answer', async () => {
    const thinkingSettings = { enable_thinking: true, budget_tokens: 2048, max_tokens: 1000 }

    await open(thinkingSettings).complete!({ prompt: 'Think.' })

    expect(server().requests.at(-1)?.body.generationConfig).toMatchObject({
      thinkingConfig: { thinkingBudget: 2048 },
      maxOutputTokens: 3048,
    })
  })
})
