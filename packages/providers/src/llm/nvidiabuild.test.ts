import { describe, expect, test } from 'vitest'
import { secretKey } from '../testing/failures.ts'
import { testLlm } from '../testing/llm-suite.ts'
import { nvidiaBuild } from './nvidiabuild.ts'

describe('NVIDIA Build', () => {
  const { server, open } = testLlm(nvidiaBuild, (_url, timeout) => ({
    adapter_name: 'Mine',
    api_key: secretKey,
    model: 'canned-model',
    timeout,
  }))

  test('is asked at its own address, with the effort of its reasoning', async () => {
    await open({ enable_reasoning: true, reasoning_effort: 'high' }).complete!({ prompt: 'Think.' })

    expect(server().requests.at(-1)).toMatchObject({
      path: '/v1/chat/completions',
      body: { reasoning_effort: 'high', max_tokens: 4096 },
    })
  })
})
