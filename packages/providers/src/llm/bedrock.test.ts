import { describe, expect, test } from 'vitest'
import { secretKey } from '../testing/failures.ts'
import { testLlm } from '../testing/llm-suite.ts'
import { outsideOn } from '../testing/outside.ts'
import { bedrock } from './bedrock.ts'

const settings = {
  adapter_name: 'Mine',
  model: 'canned-model',
  region_name: 'eu-central-1',
  aws_access_key_id: 'AKIDEXAMPLE',
  aws_secret_access_key: secretKey,
}

describe('Bedrock', () => {
  test.each([
    [{ aws_access_key_id: '' }, 'AWS Access Key ID is missing.'],
    [{ aws_secret_access_key: null }, 'AWS Secret Access Key is missing.'],
    [{ auth_type: 'bearer_token' }, 'Bedrock API Key is missing.'],
    [{ auth_type: 'iam_role' }, /^Authentication Type: iam_role is not available, because/],
    [{ region_name: 'evil.example/' }, /^AWS Region name: must be a region/],
  ])('%o is refused by name, before any call', (changes, message) => {
    expect(() => bedrock.open({ ...settings, ...changes }, outsideOn())).toThrow(message)
  })

  const { server, open } = testLlm(bedrock, (_url, timeout) => ({ ...settings, timeout }), {
    isKeyed: false,
    streams: false,
    saysErrorsInside: false,
  })
  const last = () => server().requests.at(-1)

  test('a call is signed, or proven by a token, and never both', async () => {
    const seenHeaders: Headers[] = []
    const externalNetwork = outsideOn(server().url)
    const fetch: typeof externalNetwork.fetch = (input, init) => {
      seenHeaders.push(new Headers(init?.headers))
      return externalNetwork.fetch(input, init)
    }
    const token = { auth_type: 'bearer_token', aws_bearer_token: 'bedrock-key' }
    for (const changes of [{}, token])
      await bedrock.open({ ...settings, ...changes }, { ...externalNetwork, fetch }).complete!({
        prompt: 'Hi',
      })

    expect(seenHeaders[0]?.get('authorization')).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/bedrock\/aws4_request, /,
    )
    expect(seenHeaders[1]?.get('authorization')).toBe('Bearer bedrock-key')
    expect(seenHeaders[1]?.has('x-amz-date')).toBe(false)
  })

  test('an inference profile is asked in place of the model', async () => {
    await open({ model_id: 'arn:aws:bedrock:eu-central-1:1:p/x' }).complete!({ prompt: 'Hello' })

    expect(last()?.path).toBe('/model/arn%3Aaws%3Abedrock%3Aeu-central-1%3A1%3Ap%2Fx/converse')
  })

  test('thinking has a budget of its own, and schemas are said in words', async () => {
    const schema = { name: 'n', json: { type: 'object', required: ['total'] } }
    const llm = open({ enable_thinking: true, budget_tokens: 2048, max_tokens: 500 })

    await llm.complete!({ prompt: 'Think.', schema })

    expect(last()?.body).toMatchObject({
      inferenceConfig: { maxTokens: 2548 },
      additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 2048 } },
    })
    expect(last()?.body).not.toHaveProperty('toolConfig')
    expect(last()?.call?.prompt).toContain('"required":["total"]')
  })

  test('a guardrail judges by its version', async () => {
    await open({ guardrail_identifier: 'gr-1', guardrail_version: '3' }).complete!({ prompt: 'Hi' })

    expect(last()?.body.guardrailConfig).toEqual({
      guardrailIdentifier: 'gr-1',
      guardrailVersion: '3',
      trace: 'disabled',
    })
  })

  test('a model without tools is asked in words, and remembered', async () => {
    const llm = open()
    const initialRequestCount = server().requests.length
    const schema = { name: 'n', json: { type: 'object', required: ['total'] } }
    server().script(
      { status: 400, message: "This model doesn't support tool use." },
      { reply: { total: 1 } },
      { reply: { total: 2 } },
    )

    const first = await llm.complete!({ prompt: 'Total?', schema })
    const second = await llm.complete!({ prompt: 'Total?', schema })

    expect([first.text, second.text]).toEqual(['{"total":1}', '{"total":2}'])
    expect(server().requests.length - initialRequestCount).toBe(3)
  })

  test('only models with a cache get a mark behind the common beginning', async () => {
    const request = { prompt: 'A long document. The question?', sharedLength: 17 }
    await open({ model: 'eu.anthropic.claude-sonnet-4-5-v1:0' }).complete!(request)
    await open({ model: 'amazon.titan-text-express-v1' }).complete!(request)

    const [claude, titan] = server().requests.slice(-2)
    expect(claude?.body.messages).toEqual([
      {
        role: 'user',
        content: [
          { text: 'A long document. ' },
          { cachePoint: { type: 'default' } },
          { text: 'The question?' },
        ],
      },
    ])
    expect(JSON.stringify(titan?.body)).not.toContain('cachePoint')
  })
})
