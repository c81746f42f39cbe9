import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { omitUndefined } from '@recto/omit-undefined'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let model: CannedModelServer
let externalServer: Server
let address: string
let ada: Studio
let llm: string

beforeAll(async () => {
  externalServer = createServer(async (request, response) => {
    response.end(`1 EUR is ${(await text(request)).length} USD`)
  })
  await new Promise<void>((resolve) => externalServer.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(externalServer.address() as AddressInfo).port}/rates`
  model = await startCannedModelServer({ reply: ({ prompt = '' }) => answerTo(prompt) })
  server = await startServer({ env: { RECTO_INNER_ADDRESSES: 'on' }, worker: true })
  ada = studioOf(server.as('admin'))
  llm = await ada.cannedLlm(model)
})
afterAll(async () => {
  externalServer.close()
  await server.close()
  await model.close()
})

function answerTo(prompt: string): string {
  // In a single pass, prompts without references are asked as one object.
  if (prompt.includes('"currency" (a text)')) return '{"currency":"EURO"}'
  return prompt.includes('Which currency') ? 'EURO' : 'Some value'
}
const letter = { name: 'letter.txt', content: Buffer.from('It is paid in euro to Brindle.') }

type Prompts = Readonly<Record<string, string>>

async function projectOf(prompts: Prompts, fields: Readonly<Record<string, unknown>> = {}) {
  const runnable = await ada.runnable(letter, { fields, profile: { llm, chunk_size: 0 } })
  const ids: Record<string, string> = {}
  for (const [prompt_key, prompt] of Object.entries(prompts)) {
    ids[prompt_key] = (await ada.prompt(runnable.tool_id, { prompt_key, prompt })).prompt_id
  }
  const { tool_id, document_id } = runnable
  const requestsBefore = model.requests.length
  return {
    ...runnable,
    run: (id?: string) =>
      ada.person.post(
        `prompt-studio/fetch_response/${tool_id}`,
        omitUndefined({
          document_id,
          id: id ? ids[id] : undefined,
        }),
      ),
    runSome: (...keys: string[]) =>
      ada.person.post(`prompt-studio/bulk_fetch_response/${tool_id}/`, {
        document_id,
        prompt_ids: keys.map((key) => ids[key]),
      }),
    asked: () => model.requests.slice(requestsBefore).map(({ call }) => call?.prompt ?? ''),
  }
}

test('rejects circular references without asking a model', async () => {
  const {
    run,
    runSome,
    asked: lastPrompts,
  } = await projectOf({
    self: 'What is {{self}}?',
    one: 'After {{two}}?',
    two: 'Before %one%?',
    fine: 'Which currency?',
  })
  const self = await run('self')
  expect(self.status).toBe(400)
  expect(self.body.errors[0].detail).toContain('“self” refers to itself')
  expect((await run('one')).body.errors[0].detail).toContain('“one” refers to itself through “two”')
  expect(lastPrompts()).toEqual([])

  const { body } = await runSome('one', 'two', 'fine')
  expect(body.filter(({ status }: { status?: string }) => status === 'failed')).toHaveLength(2)
  expect(JSON.stringify(body)).toContain('refers to itself')
  expect(lastPrompts()).toHaveLength(1)
})

test('answers prompts in the order of their references, regardless of their position', async () => {
  const prompts = {
    last: 'Convert {{middle}}',
    middle: 'Spell {{currency}}',
    currency: 'Which currency?',
  }
  for (const runAll of ['single pass', 'bulk']) {
    const { run, runSome, asked: lastPrompts } = await projectOf(prompts)
    const { status, body } = await (runAll === 'bulk' ? runSome(...Object.keys(prompts)) : run())
    expect([status, body.length]).toEqual([202, 3])
    const [first, second, third] = lastPrompts()
    expect(first).toContain('Which currency?')
    expect(second).toContain('Spell EURO')
    expect(third).toContain('Convert Some value')
  }
})

test('sends the value of another prompt to a URL and inserts its reply into the prompt', async () => {
  const { run, asked: lastPrompts } = await projectOf({
    rate: `Given {{${address}[currency]}}, how much?`,
    currency: 'Which currency?',
  })
  expect((await run()).status).toBe(202)
  expect(lastPrompts()[1]).toContain('Given 1 EUR is 4 USD, how much?')
})

test('stores custom data, inserts it into prompts, and rejects references to missing parts', async () => {
  const custom_data = { buyer: { name: 'Ada', ids: [1, 2] } }
  const {
    tool_id,
    run,
    asked: lastPrompts,
  } = await projectOf(
    { known: 'Is {{custom_data.buyer.name}} {{custom_data.buyer.ids}} there?' },
    { custom_data },
  )
  expect((await ada.person.get(`prompt-studio/${tool_id}`)).body.custom_data).toEqual(custom_data)
  expect((await run('known')).status).toBe(202)
  expect(lastPrompts()[0]).toContain('Is Ada [1,2] there?')

  const patch = (body: object) => ada.person.patch(`prompt-studio/${tool_id}/`, body)
  expect((await patch({ custom_data: 'text' })).body.errors[0]).toMatchObject({
    attr: 'custom_data',
  })
  expect((await patch({ custom_data: { seller: 'x' } })).body.custom_data).toEqual({ seller: 'x' })
  const refusal = await run('known')
  expect(refusal.status).toBe(400)
  expect(refusal.body.errors[0].detail).toContain('“custom_data.buyer.name”')
  expect((await patch({ custom_data: null })).body.custom_data).toBeNull()
})
