import { describe, expect, test } from 'vitest'
import { secretKey } from '../testing/failures.ts'
import { testLlm } from '../testing/llm-suite.ts'
import { outsideOn } from '../testing/outside.ts'
import { azureAiFoundry } from './azure-ai-foundry.ts'

describe('Azure AI Foundry', () => {
  testLlm(azureAiFoundry, (url, timeout) => ({
    adapter_name: 'Mine',
    api_key: secretKey,
    model: 'canned-model',
    api_base: url,
    timeout,
  }))

  const requestAt = async (api_base: string) => {
    const seenRequests: { url: string; headers: Headers }[] = []
    const fetch = async (input: string | URL | Request, init?: RequestInit) => {
      seenRequests.push({ url: String(input), headers: new Headers(init?.headers) })
      return Response.json({
        choices: [{ message: { role: 'assistant', content: 'OK' }, finish_reason: 'stop' }],
      })
    }
    const settings = { adapter_name: 'Mine', api_key: secretKey, model: 'm', api_base }
    await azureAiFoundry.open(settings, { ...outsideOn(), fetch }).complete!({ prompt: 'Hello' })
    return seenRequests[0]!
  }

  test.each([
    [
      'https://mine.services.ai.azure.com/',
      'https://mine.services.ai.azure.com/models/chat/completions?api-version=2024-05-01-preview',
    ],
    [
      'https://mine.openai.azure.com/openai/v1/',
      'https://mine.openai.azure.com/openai/v1/chat/completions',
    ],
  ])('an endpoint of many models, %s, takes the key in its own header', async (base, url) => {
    const call = await requestAt(base)

    expect(call.url).toBe(url)
    expect(call.headers.get('api-key')).toBe(secretKey)
    expect(call.headers.has('authorization')).toBe(false)
  })

  test('an endpoint of one model takes it as others do', async () => {
    const call = await requestAt('https://phi.eastus2.models.ai.azure.com')

    expect(call.url).toBe('https://phi.eastus2.models.ai.azure.com/v1/chat/completions')
    expect(call.headers.get('authorization')).toBe(`Bearer ${secretKey}`)
  })
})
