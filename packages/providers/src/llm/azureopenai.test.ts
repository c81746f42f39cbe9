import { describe, expect, test } from 'vitest'
import { secretKey } from '../testing/failures.ts'
import { testBackgroundMode, testKeptReplies, trackJob } from '../testing/kept-replies-suite.ts'
import { testLlm } from '../testing/llm-suite.ts'
import { outsideOn } from '../testing/outside.ts'
import { azureOpenAiLlm } from './azureopenai.ts'

describe('Azure OpenAI', () => {
  const { server, open } = testLlm(
    azureOpenAiLlm,
    (url, timeout) => ({
      adapter_name: 'Mine',
      api_key: secretKey,
      model: 'canned-model',
      deployment_name: 'my deployment',
      azure_endpoint: url,
      timeout,
    }),
    { saysReasoning: false },
  )

  const openKept = () => open({ keep_replies: true })
  testKeptReplies(server, openKept)
  testBackgroundMode(server, openKept)

  test('kept replies are asked for by the name of the deployment, and not streamed', async () => {
    await openKept().complete!({ prompt: 'Hello', job: trackJob().job })

    const { path, body } = server().requests.findLast(({ call }) => call)!
    expect(path).toBe('/openai/v1/responses')
    expect(body).toMatchObject({ model: 'my deployment', background: true, store: true })
    expect(body).not.toHaveProperty('stream')
  })

  test.each([
    'https://mine.openai.azure.com',
    'https://mine.openai.azure.com/openai/deployments/x/chat/completions?api-version=1',
  ])('%s is the address of the resource, with the version and the key apart', async (endpoint) => {
    const seenRequests: { url: string; headers: Headers }[] = []
    const externalNetwork = outsideOn(server().url)
    const fetch: typeof externalNetwork.fetch = (input, init) => {
      seenRequests.push({ url: String(input), headers: new Headers(init?.headers) })
      return externalNetwork.fetch(input, init)
    }
    const settings = { azure_endpoint: endpoint, api_version: '2024-10-21', api_key: secretKey }
    await azureOpenAiLlm.open(
      { deployment_name: 'my deployment', ...settings },
      { ...externalNetwork, fetch },
    ).complete!({ prompt: 'Hello' })

    expect(seenRequests[0]?.url).toBe(
      'https://mine.openai.azure.com/openai/deployments/my%20deployment/chat/completions?api-version=2024-10-21',
    )
    expect(seenRequests[0]?.headers.get('api-key')).toBe(secretKey)
    expect(seenRequests[0]?.headers.has('authorization')).toBe(false)
  })

  test('a deployment without a model is called by its own name', async () => {
    await open({ model: '' }).complete!({ prompt: 'Hello' })

    expect(server().requests.at(-1)?.body).toMatchObject({ model: 'my deployment' })
  })

  test('reasoning is asked for with its effort', async () => {
    await open({ enable_reasoning: true, reasoning_effort: 'low' }).complete!({ prompt: 'Think.' })

    expect(server().requests.at(-1)?.body).toMatchObject({ reasoning_effort: 'low' })
  })

  test('requests with the same beginning carry the same cache key, and others none', async () => {
    await open().complete!({ prompt: 'Hello', cacheKey: 'document-7' })
    await open().complete!({ prompt: 'Hello' })

    const [requestWithKey, plain] = server().requests.slice(-2)
    expect(requestWithKey?.body.prompt_cache_key).toBe('document-7')
    expect(plain?.body).not.toHaveProperty('prompt_cache_key')
  })
})
