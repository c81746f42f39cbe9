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

/** A project with an invoice whose e-invoice says another total than its print. */
async function project(fields: Fields = {}) {
  const attached = writeCii({
    ...invoice,
    tax: '500.00',
    total: (Number(invoice.net) + 500).toFixed(2),
  })
  const content = await drawInvoice(invoice, { attachments: [['factur-x.xml', attached]] })
  const llm = await ada.cannedLlm(model)
  const made = await ada.runnable(
    { name: 'invoice.pdf', content },
    { fields, profile: { llm, chunk_size: 0 } },
  )
  const ask = (prompt_key: string, prompt: string, enforce_type = 'text') =>
    ada.prompt(made.tool_id, { prompt_key, prompt, enforce_type })
  await ask('number', 'What is the invoice number?')
  await ask('total', 'What is the total amount?', 'number')
  await ask('mood', 'How polite is the letter?')
  const { prompts } = (await ada.person.get(`prompt-studio/${made.tool_id}/`)).body
  return { ...made, prompt_ids: prompts.map((one: Fields) => one.prompt_id) }
}

const run = async ({ tool_id, ...asked }: Awaited<ReturnType<typeof project>>) => {
  const path = `prompt-studio/bulk_fetch_response/${tool_id}`
  return (await ada.person.post(path, asked)).body as readonly Fields[]
}
const callsSince = (before: number) => model.requests.length - before

test('a switch that is no switch is refused; it is on for new projects and its copy', async () => {
  const { tool_id } = await ada.project()
  const path = `prompt-studio/${tool_id}/`

  const { status, body } = await ada.person.patch(path, { enable_embedded_data: 'maybe' })
  expect([status, body.errors[0].attr]).toEqual([400, 'enable_embedded_data'])
  expect((await ada.person.get(path)).body.enable_embedded_data).toBe(true)
  await ada.person.patch(path, { enable_embedded_data: false })
  const copy = await ada.person.post('prompt-studio/clone/', { tool_id, tool_name: 'A copy' })
  expect([copy.status, copy.body.enable_embedded_data]).toEqual([201, false])
})

test('what the document says by itself needs no model, and says what contradicts it', async () => {
  const made = await project()
  const before = model.requests.length

  const rows = await run(made)

  expect(callsSince(before)).toBe(1)
  const by = Object.fromEntries(rows.map((row) => [row.output, row]))
  expect(by[invoice.number]).toMatchObject({
    confidence: 0.99,
    evidence_data: [
      { source: 'factur-x: ExchangedDocument/ID', quote: invoice.number, boxes: [] },
      { quote: invoice.number, page: 0 },
    ],
  })
  const said = (Number(invoice.net) + 500).toFixed(2)
  const total = rows.find(({ output }) => Number(output) === Number(said))
  expect(total).toMatchObject({
    confidence: 0.5,
    evidence_data: [
      { source: 'factur-x: GrandTotalAmount', quote: said },
      { quote: expect.stringContaining(invoice.total.replace('.', ',')), contradicts: true },
    ],
  })
})

test('in a single pass only what is left goes into the call, and a replay gives the same', async () => {
  const { tool_id, document_id, profile_id } = await project()
  const before = model.requests.length

  const { body } = await ada.person.post(`prompt-studio/single-pass-extraction/${tool_id}`, {
    document_id,
  })

  expect(callsSince(before)).toBe(1)
  const asked = model.requests.at(-1)?.call?.prompt ?? ''
  expect(asked).toContain('How polite is the letter?')
  expect(asked).not.toContain('What is the invoice number?')
  expect(body.map(({ output }: Fields) => output)).toContain(invoice.number)
  const path = `prompt-studio/${tool_id}/recorded-runs/`
  const of = `document_id=${document_id}&profile_id=${profile_id}`
  const [recorded] = (await ada.person.get(`${path}?${of}`)).body.runs
  const again = { run: recorded.id, document_id, profile_id }
  const replay = await ada.person.post(`${path}replay/`, again)
  expect(callsSince(before)).toBe(1)
  expect(replay).toMatchObject({ status: 200 })
  const fields: readonly { readonly run: Fields }[] = replay.body.fields
  expect(fields.map((field) => field.run.is_same)).toEqual([true, true, true])
})

test('switched off, every prompt goes to the model', async () => {
  const made = await project({ enable_embedded_data: false })
  const before = model.requests.length

  const rows = await run(made)

  expect(callsSince(before)).toBeGreaterThanOrEqual(3)
  expect(JSON.stringify(rows)).not.toContain('factur-x')
})
