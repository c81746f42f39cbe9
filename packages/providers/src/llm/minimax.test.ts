import { describe, expect, test } from 'vitest'
import { secretKey } from '../testing/failures.ts'
import { testLlm } from '../testing/llm-suite.ts'
import { minimax } from './minimax.ts'

describe('MiniMax', () => {
  const { server, open } = testLlm(
    minimax,
    (_url, timeout) => ({
      adapter_name: 'Mine',
      api_key: secretKey,
      model: 'canned-model',
      timeout,
    }),
    { knowsSchemas: false },
  )
  const lastBody = () => server().requests.at(-1)?.body

  test('thinks as the model does by itself, unless something is said of it', async () => {
    await open().complete!({ prompt: 'Hello' })
    expect(lastBody()).not.toHaveProperty('thinking')

    await open({ enable_thinking: false }).complete!({ prompt: 'Hello' })
    expect(lastBody()).toMatchObject({ thinking: { type: 'disabled' } })

    await open({ enable_thinking: true }).complete!({ prompt: 'Hello' })
    expect(lastBody()).toMatchObject({ thinking: { type: 'adaptive' }, reasoning_split: true })
  })

  test('is told its tier', async () => {
    await open({ service_tier: 'priority' }).complete!({ prompt: 'Hello' })

    expect(lastBody()).toMatchObject({ service_tier: 'priority' })
    expect(() => open({ service_tier: 'free' })).toThrow(/^Service Tier: /)
  })
})
