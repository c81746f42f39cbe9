import { describe, expect, test } from 'vitest'
import { googleAccount, outsideWithToken } from '../testing/google-account.ts'
import { testLlm } from '../testing/llm-suite.ts'
import { outsideOn } from '../testing/outside.ts'
import { vertexAi } from './vertexai.ts'

const settings = {
  adapter_name: 'Mine',
  json_credentials: googleAccount,
  model: 'canned-model',
  project: 'my-project',
}

describe('Vertex AI', () => {
  test.each([
    ['not JSON', 'Credentials: must be the JSON key of a service account.'],
    [
      '{"client_email":"a@b.example"}',
      'Credentials: the JSON key does not contain a valid private_key.',
    ],
  ])('credentials that are none, %s, are refused by name', (json_credentials, message) => {
    const open = () => vertexAi.open({ ...settings, json_credentials }, outsideOn())

    expect(open).toThrow(expect.objectContaining({ code: 'settings-invalid', message }))
  })

  test('a location that would lead elsewhere is refused', () => {
    const open = () => vertexAi.open({ ...settings, location: 'evil.example/' }, outsideOn())

    expect(open).toThrow(/^Location: must be a location/)
  })

  test('a private key that is none is told of when it is first needed', async () => {
    const brokenCredentials = JSON.stringify({ client_email: 'a@b.example', private_key: 'none' })
    const llm = vertexAi.open({ ...settings, json_credentials: brokenCredentials }, outsideOn())

    await expect(llm.complete!({ prompt: 'Hello' })).rejects.toMatchObject({
      code: 'settings-invalid',
      message: 'The private_key of the service account is not a valid key.',
    })
  })

  const { server, open } = testLlm(vertexAi, (_url, timeout) => ({ ...settings, timeout }), {
    outsideOf: outsideWithToken,
  })

  test('what is to be withheld is said of each kind', async () => {
    const safety_settings = { harassment: 'BLOCK_NONE' }

    await open({ safety_settings }).complete!({ prompt: 'Hello' })

    expect(server().requests.at(-1)?.body.safetySettings).toEqual([
      { category: 'HARM_CATEGORY_DANGEROUS_CONTENT', threshold: 'BLOCK_ONLY_HIGH' },
      { category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'BLOCK_ONLY_HIGH' },
      { category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' },
      { category: 'HARM_CATEGORY_SEXUALLY_EXPLICIT', threshold: 'BLOCK_ONLY_HIGH' },
    ])
  })

  test('one token serves many calls, each with it and without a key', async () => {
    const tokenNetwork = outsideWithToken('http://unused.example')
    const seenRequests: { url: string; headers: Headers }[] = []
    const fetch: typeof tokenNetwork.fetch = async (input, init) => {
      if (String(input).includes('/token')) return tokenNetwork.fetch(input, init)
      seenRequests.push({ url: String(input), headers: new Headers(init?.headers) })
      return Response.json({
        candidates: [{ content: { parts: [{ text: 'OK' }] }, finishReason: 'STOP' }],
      })
    }
    const llm = vertexAi.open({ ...settings, location: 'europe-west4' }, { ...tokenNetwork, fetch })

    await llm.complete!({ prompt: 'One' })
    await llm.complete!({ prompt: 'Two' })

    expect(tokenNetwork.tokensAsked()).toBe(1)
    expect(seenRequests.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer ya29.canned',
      'Bearer ya29.canned',
    ])
    expect(seenRequests[0]?.headers.has('x-goog-api-key')).toBe(false)
    expect(seenRequests[0]?.url).toBe(
      'https://europe-west4-aiplatform.googleapis.com/v1/projects/my-project/locations/europe-west4/publishers/google/models/canned-model:generateContent',
    )
  })
})
