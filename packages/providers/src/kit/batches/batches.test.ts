import type { Llm, LlmBatches, LlmRequest } from '@recto/provider-spec/llm'
import type { BatchResponse } from '@recto/provider-spec/llm-batches'
import type { Provider, Settings } from '@recto/provider-spec/provider'
import { type CannedBatchServer, startCannedBatchServer } from '@recto/testkit/canned-batch-server'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { anthropic } from '../../llm/anthropic.ts'
import { azureOpenAiLlm } from '../../llm/azureopenai.ts'
import { gemini } from '../../llm/gemini.ts'
import { mistral } from '../../llm/mistral.ts'
import { openai } from '../../llm/openai.ts'
import { outsideOn } from '../../testing/outside.ts'

let model: CannedModelServer
let server: CannedBatchServer

beforeAll(async () => {
  model = await startCannedModelServer({ reply: ({ prompt }) => ({ z: prompt, a: 'text' }) })
})
afterAll(() => model.close())
beforeEach(async () => {
  server = await startCannedBatchServer(model)
  return () => server.close()
})

const apiKey = { api_key: 'sesame', model: 'canned-model', adapter_name: 'Mine' }

const services: readonly (readonly [string, Provider<'llm'>, () => Settings])[] = [
  ['OpenAI', openai, () => ({ ...apiKey, api_base: `${server.url}/v1` })],
  [
    'AzureOpenAI',
    azureOpenAiLlm,
    () => ({ ...apiKey, deployment_name: 'mine', azure_endpoint: server.url }),
  ],
  ['Anthropic', anthropic, () => apiKey],
  ['Gemini', gemini, () => apiKey],
  ['Mistral', mistral, () => apiKey],
]

const prompts = ['one', 'two', 'three', 'four']
const requestOf = (prompt: string): LlmRequest => ({
  prompt,
  schema: {
    name: 'answer',
    json: { type: 'object', properties: { z: { type: 'string' }, a: { type: 'string' } } },
  },
})

async function collect(batches: LlmBatches, id: string): Promise<readonly BatchResponse[]> {
  const responses: BatchResponse[] = []
  for await (const response of batches.responses(id)) responses.push(response)
  return responses
}

describe.each(services)('the batches of %s', (_name, provider, settingsOf) => {
  const open = () => {
    const llm: Llm = provider.open(settingsOf(), outsideOn(server.url))
    return llm.batches as LlmBatches
  }

  async function sendPrompts(batches: LlmBatches, key = 'key-1', isRepeated = false) {
    const lines = await Promise.all(
      prompts.map(async (prompt) => ({
        id: `line-${prompt}`,
        body: await batches.toBody(requestOf(prompt)),
      })),
    )
    return batches.send({ key, lines, isRepeated })
  }

  const promptOf = ({ id, position }: BatchResponse) =>
    id === undefined ? prompts[position ?? -1] : id.replace('line-', '')

  async function readAll(batches: LlmBatches, id: string) {
    const responses = (await collect(batches, id)).filter(({ body }) => body !== undefined)
    const entries = responses.map(async (response) => {
      const prompt = promptOf(response) ?? ''
      const reply = await batches.readReply(requestOf(prompt), response.body ?? '')
      return [prompt, reply] as const
    })
    return new Map(await Promise.all(entries))
  }

  test('building a body sends nothing, and each reply is read like that of a single call', async () => {
    const batches = open()
    const countBefore = model.requests.length
    const id = await sendPrompts(batches)
    expect(model.requests.length).toBe(countBefore)

    expect(await batches.check(id)).toMatchObject({ isEnded: true })
    const replies = await readAll(batches, id)

    expect([...replies.keys()].toSorted()).toEqual(prompts.toSorted())
    for (const [prompt, reply] of replies) {
      expect(reply.text).toContain(prompt)
      expect(reply.usage.inputTokens).toBeGreaterThan(0)
      expect(reply.stoppedBy).toBe('end')
    }
  })

  test('a batch whose answer was lost is found again, and one that was never taken is not', async () => {
    const batches = open()
    const sentAfter = new Date()
    const lostBatch = { key: 'key-1', lineCount: prompts.length, sentAfter, otherIds: [] }
    expect(await batches.find(lostBatch)).toBeUndefined()

    server.sendFaults.push('cut')
    await expect(sendPrompts(batches)).rejects.toMatchObject({ code: 'unreachable' })
    const foundId = await batches.find(lostBatch)

    expect(foundId).toContain(server.store.batches[0]?.id)
    expect(
      await batches.find({ ...lostBatch, key: 'key-2', otherIds: [foundId ?? ''] }),
    ).toBeUndefined()
  })

  test('one that is held has not ended, and one that is cancelled has', async () => {
    const batches = open()
    server.store.isHeld = true
    const id = await sendPrompts(batches)
    expect(await batches.check(id)).toMatchObject({ isEnded: false })

    await batches.cancel(id)

    expect(await batches.check(id)).toMatchObject({ isEnded: true })
    expect(await readAll(batches, id)).toEqual(new Map())
  })

  test('half of a batch that expires has replies', async () => {
    const batches = open()
    server.store.faults.push('expires')
    const id = await sendPrompts(batches)

    expect(await batches.check(id)).toMatchObject({ isEnded: true })
    expect([...(await readAll(batches, id)).keys()].toSorted()).toEqual(['one', 'two'])
  })

  test('an upload is deleted if no batch was created from it, and when it is sent again', async () => {
    const batches = open()
    server.sendFaults.push({ status: 400 })
    await expect(sendPrompts(batches)).rejects.toMatchObject({ status: 400 })
    expect(server.uploads()).toEqual([])

    server.sendFaults.push('lost')
    await expect(sendPrompts(batches)).rejects.toMatchObject({ code: 'unreachable' })
    const uploadCount = server.uploads().length
    await sendPrompts(batches, 'key-1', true)

    expect(server.uploads()).toHaveLength(uploadCount)
  })

  test('replies may be larger than other responses', async () => {
    const network = outsideOn(server.url)
    const fetch = () => Promise.reject(new Error('This response would be too large.'))
    const { batches } = provider.open(settingsOf(), { ...network, fetch, fetchFile: network.fetch })
    const id = await sendPrompts(batches as LlmBatches)
    await batches?.check(id)

    expect(await collect(batches as LlmBatches, id)).toHaveLength(prompts.length)
  })

  test('a refusal says after which time the service may be asked again', async () => {
    server.sendFaults.push({ status: 429, retryAfterSeconds: 7 })

    await expect(sendPrompts(open())).rejects.toMatchObject({
      code: 'rate-limited',
      status: 429,
      retryAfterSeconds: 7,
    })
  })
})

test.each([services[0]!, services[1]!])(
  '%s says that a batch was not begun because too much waits, and another search does not find it',
  async (_name, provider, settingsOf) => {
    const batches = provider.open(settingsOf(), outsideOn(server.url)).batches as LlmBatches
    server.store.faults.push('exceeds-tokens')
    const lines = [{ id: 'line', body: await batches.toBody(requestOf('one')) }]
    const sentAfter = new Date()
    const id = await batches.send({ key: 'key-1', lines })

    expect(await batches.check(id)).toMatchObject({ isEnded: true, isPostponed: true })
    const lostBatch = { key: 'key-1', lineCount: 1, sentAfter, otherIds: [id] }
    expect(await batches.find(lostBatch)).toBeUndefined()
  },
)
