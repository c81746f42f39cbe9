import { drawInvoice } from '@recto/document-reader/testing/draw-invoice'
import { invoiceOf, writeCii } from '@recto/document-reader/testing/write-invoice'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
})
afterAll(async () => {
  await server.close()
  await model.close()
})

type Fields = Readonly<Record<string, unknown>>
const invoice = invoiceOf(2)

/** A project with an invoice whose embedded e-invoice contradicts the printed total. */
async function project(fields: Fields = {}) {
  const invoiceXml = writeCii({
    ...invoice,
    tax: '500.00',
    total: (Number(invoice.net) + 500).toFixed(2),
  })
  const content = await drawInvoice(invoice, { attachments: [['factur-x.xml', invoiceXml]] })
  const llm = await ada.cannedLlm(model)
  const runnable = await ada.runnable(
    { name: 'invoice.pdf', content },
    { fields, profile: { llm, chunk_size: 0 } },
  )
  const ask = (prompt_key: string, prompt: string, enforce_type = 'text') =>
    ada.prompt(runnable.tool_id, { prompt_key, prompt, enforce_type })
  await ask('number', 'What is the invoice number?')
  await ask('total', 'What is the total amount?', 'number')
  await ask('mood', 'How polite is the letter?')
  const { prompts } = (await ada.person.get(`prompt-studio/${runnable.tool_id}/`)).body
  return { ...runnable, prompt_ids: prompts.map((one: Fields) => one.prompt_id) }
}

const run = async ({ tool_id, ...run }: Awaited<ReturnType<typeof project>>) => {
  const path = `prompt-studio/bulk_fetch_response/${tool_id}`
  return (await ada.person.post(path, run)).body as readonly Fields[]
}
const callsSince = (requestsBefore: number) => model.requests.length - requestsBefore

test('rejects an invalid switch; the switch is on for new projects and their copies', async () => {
  const { tool_id } = await ada.project()
  const path = `prompt-studio/${tool_id}/`

  const { status, body } = await ada.person.patch(path, { enable_embedded_data: 'maybe' })
  expect([status, body.errors[0].attr]).toEqual([400, 'enable_embedded_data'])
  expect((await ada.person.get(path)).body.enable_embedded_data).toBe(true)
  await ada.person.patch(path, { enable_embedded_data: false })
  const copy = await ada.person.post('prompt-studio/clone/', { tool_id, tool_name: 'A copy' })
  expect([copy.status, copy.body.enable_embedded_data]).toEqual([201, false])
})

test('answers from embedded data without a model, and reports contradictions', async () => {
  const testProject = await project()
  const requestsBefore = model.requests.length

  const rows = await run(testProject)

  expect(callsSince(requestsBefore)).toBe(1)
  const rowsByKey = Object.fromEntries(rows.map((row) => [row.output, row]))
  expect(rowsByKey[invoice.number]).toMatchObject({
    confidence: 0.99,
    evidence_data: [
      { source: 'factur-x: ExchangedDocument/ID', quote: invoice.number, boxes: [] },
      { quote: invoice.number, page: 0 },
    ],
  })
  const statedTotal = (Number(invoice.net) + 500).toFixed(2)
  const total = rows.find(({ output }) => Number(output) === Number(statedTotal))
  expect(total).toMatchObject({
    confidence: 0.5,
    evidence_data: [
      { source: 'factur-x: GrandTotalAmount', quote: statedTotal },
      { quote: expect.stringContaining(invoice.total.replace('.', ',')), contradicts: true },
    ],
  })
})

test('asks only the remaining prompts in a single pass, and replays the same result', async () => {
  const { tool_id, document_id, profile_id } = await project()
  const requestsBefore = model.requests.length

  const { body } = await ada.person.post(`prompt-studio/single-pass-extraction/${tool_id}`, {
    document_id,
  })

  expect(callsSince(requestsBefore)).toBe(1)
  const lastPrompt = model.requests.at(-1)?.call?.prompt ?? ''
  expect(lastPrompt).toContain('How polite is the letter?')
  expect(lastPrompt).not.toContain('What is the invoice number?')
  expect(body.map(({ output }: Fields) => output)).toContain(invoice.number)
  const path = `prompt-studio/${tool_id}/recorded-runs/`
  const query = `document_id=${document_id}&profile_id=${profile_id}`
  const [recordedRun] = (await ada.person.get(`${path}?${query}`)).body.runs
  const replayRequest = { run: recordedRun.id, document_id, profile_id }
  const replay = await ada.person.post(`${path}replay/`, replayRequest)
  expect(callsSince(requestsBefore)).toBe(1)
  expect(replay).toMatchObject({ status: 200 })
  const fields: readonly { readonly run: Fields }[] = replay.body.fields
  expect(fields.map((field) => field.run.is_same)).toEqual([true, true, true])
})

test('asks the model for every prompt when the switch is off', async () => {
  const testProject = await project({ enable_embedded_data: false })
  const requestsBefore = model.requests.length

  const rows = await run(testProject)

  expect(callsSince(requestsBefore)).toBeGreaterThanOrEqual(3)
  expect(JSON.stringify(rows)).not.toContain('factur-x')
})
