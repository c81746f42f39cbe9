import { omitUndefined } from '@recto/omit-undefined'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretKey, testFailures } from '../testing/failures.ts'
import { testKeptReplies } from '../testing/kept-replies-suite.ts'
import { outsideOn } from '../testing/outside.ts'
import { sayProof } from '../testing/say-proof.ts'
import { replicate } from './replicate.ts'

sayProof(replicate, 'recorded answers')

let server: CannedModelServer
beforeAll(async () => {
  server = await startCannedModelServer({ apiKey: secretKey })
})
afterAll(() => server.close())

const settings = { adapter_name: 'Mine', api_key: secretKey, model: 'meta/llama-3' }
const open = (changes: object = {}) =>
  replicate.open({ ...settings, ...changes }, outsideOn(server.url))

test.each(['llama', 'a/b/c', 'a/../b', 'a/b:version'])('%s is no model of it', (model) => {
  expect(() => open({ model })).toThrow('Model: must be owner/model or owner/model:version.')
})

test('a prediction that fails says why, without the key', async () => {
  const fetch = async () =>
    Response.json({ id: 'p1', status: 'failed', error: `Out of memory (${secretKey}).` })
  const llm = replicate.open(settings, { ...outsideOn(), fetch })

  await expect(llm.complete!({ prompt: 'Hello' })).rejects.toMatchObject({
    code: 'refused',
    message: 'Replicate ended the call with status “failed”: Out of memory (***).',
  })
})

test('a model is asked by its name, one of a version by that, and a schema in words', async () => {
  server.script({ reply: { total: 42 } })
  const schema = { name: 'n', json: { type: 'object', required: ['total'] } }

  const reply = await open().complete!({ prompt: 'The total?', system: 'Be short.', schema })
  await open({ model: 'meta/llama-3:ab12' }).complete!({ prompt: 'Hello' })

  expect(reply).toMatchObject({ text: '{"total":42}', stoppedBy: 'end' })
  expect(reply.usage.outputTokens).toBeGreaterThan(0)
  const [first, second] = server.requests.slice(-2)
  expect(first).toMatchObject({
    path: '/v1/models/meta/llama-3/predictions',
    body: { input: { system_prompt: 'Be short.' } },
  })
  expect(second).toMatchObject({ path: '/v1/predictions', body: { version: 'ab12' } })
})

test('one that has not ended is asked for again, at the address of the service', async () => {
  const requestedUrls: string[] = []
  const fetch = async (input: string | URL | Request) => {
    requestedUrls.push(String(input))
    return requestedUrls.length === 1
      ? Response.json({ id: 'p1', status: 'processing', urls: { get: 'https://evil.example/' } })
      : Response.json({ id: 'p1', status: 'succeeded', output: ['O', 'K'] })
  }
  const llm = replicate.open(settings, { ...outsideOn(), fetch })

  expect(await llm.complete!({ prompt: 'Hello' })).toMatchObject({ text: 'OK' })
  expect(requestedUrls[1]).toBe('https://api.replicate.com/v1/predictions/p1')
})

testKeptReplies(
  () => server,
  () => open(),
)

testFailures(
  () => server,
  (timeout) => (signal) => open({ timeout }).complete!(omitUndefined({ prompt: 'Hi', signal })),
)
