import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestFile } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { type Studio, studioOf } from '../../testing/studio.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let invoice: TestFile
let number: string
let requestsBefore = 0

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  const [sample] = await sampleInvoices()
  invoice = { name: sample!.name, content: sample!.file }
  number = sample!.expected.invoice_number
})
afterAll(async () => {
  await server?.close()
  await model?.close()
})
beforeEach(() => {
  requestsBefore = model.requests.length
})

const countCalls = () => model.requests.length - requestsBefore

async function runWith(settings: object = {}, fields: object = {}) {
  const llm = await ada.cannedLlm(model, undefined, { max_retries: 0, ...settings })
  const { tool_id, document_id } = await ada.runnable(invoice, { profile: { llm } })
  const { prompt_id: id } = await ada.prompt(tool_id, {
    prompt_key: 'number',
    prompt: 'What is the invoice number?',
    ...fields,
  })
  const run = () => ada.person.post(`prompt-studio/fetch_response/${tool_id}`, { id, document_id })
  return { run, llm, tool_id }
}

test.each([
  ['in a tag', (value: string) => `<think>It says ${value} or INV-0.</think>\n${value}`],
  ['behind a lost opening tag', (value: string) => `It says INV-0.\n</think>\n\n${value}`],
  ['in a tag of another name', (value: string) => `<reasoning>INV-0?</reasoning>${value}`],
])('reasoning %s is no part of the value', async (_, say) => {
  const { run } = await runWith()
  model.script({ reply: say(number) })

  const { body } = await run()

  expect(body[0]).toMatchObject({ output: number, evidence_data: [{ quote: number }] })
  expect(countCalls()).toBe(1)
})

test('reasoning without an answer is told in words, is counted once and asked for once', async () => {
  const { run } = await runWith({ max_tokens: 40 })
  model.script({ reply: '<think>It says INV-0, or INV-1, or', fault: 'truncated' })
  const usageBefore = (await ada.person.get('usage/budget/')).body.month

  const { status, body } = await run()

  expect(status).toBe(500)
  expect(body.errors[0].detail).toContain('used its whole output limit to reason')
  expect(countCalls()).toBe(1)
  const { month } = (await ada.person.get('usage/budget/')).body
  expect(month.calls - usageBefore.calls).toBe(1)
  expect(month.total_tokens).toBeGreaterThan(usageBefore.total_tokens)
})

test('a call whose service does not say what it used has no price, instead of none to pay', async () => {
  const { run } = await runWith({ input_price: 10, output_price: 10 })
  model.script({ reply: number, tokens: { input: -1, output: 1e15 } })
  const usageBefore = (await ada.person.get('usage/budget/')).body.month

  expect((await run()).body[0].output).toBe(number)

  const { month } = (await ada.person.get('usage/budget/')).body
  expect(month).toMatchObject({
    calls: usageBefore.calls + 1,
    unpriced_calls: usageBefore.unpriced_calls + 1,
    total_tokens: usageBefore.total_tokens,
    cost_in_dollars: usageBefore.cost_in_dollars,
  })
})

test.each([
  ['an error with status 200', { fault: 'error-inside' }, 'try again later'],
  [
    'an answer that ends in the middle of a letter',
    { fault: 'half-letter', reply: 'Grüße' },
    'could not be read',
  ],
  ['an answer that never begins', { fault: 'silence' }, 'did not answer within'],
] as const)('%s is told, counts nothing, and the next run pays once', async (_, turn, words) => {
  const { run } = await runWith({ timeout: 2 })
  const usage = async () => (await ada.person.get('usage/budget/')).body.month
  const usageBefore = await usage()
  model.script(turn)

  const { status, body } = await run()

  expect(status).toBeGreaterThanOrEqual(400)
  expect(JSON.stringify(body)).toContain(words)
  expect(countCalls()).toBe(1)
  expect(await usage()).toEqual(usageBefore)

  model.script({ reply: number })
  expect((await run()).body[0]).toMatchObject({ output: number })
  expect(countCalls()).toBe(2)
  expect((await usage()).calls - usageBefore.calls).toBe(1)
})

test('what a model refuses is told by the test of its adapter', async () => {
  await using strictModel = await startCannedModelServer({
    reply: () => number,
    refuses: ({ max_tokens }) =>
      max_tokens === undefined
        ? undefined
        : "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
  })
  const settings = {
    adapter_name: 'Strict',
    api_key: 'sk-1',
    model: 'canned-model',
    api_base: `${strictModel.url}/v1`,
    max_tokens: 500,
  }
  const llm = await ada.cannedLlm(strictModel, undefined, settings)
  const testAdapter = () =>
    ada.person.post('test_adapters/', {
      adapter_id: 'openaicompatible|b6d10f33-2c41-49fc-a8c2-58d2b247fc09',
      adapter_metadata: settings,
      adapter_type: 'LLM',
    })

  const first = await testAdapter()
  const second = await testAdapter()

  expect(llm).toBeTruthy()
  const notes = ['The model refuses “max_tokens”: “max_completion_tokens” is sent instead.']
  expect([first.body, second.body]).toEqual([
    { is_valid: true, notes },
    { is_valid: true, notes },
  ])
  expect(strictModel.requests.map(({ status }) => status)).toEqual([400, 200, 200])
  expect(strictModel.requests.at(-1)?.body).toHaveProperty('max_completion_tokens')
})
