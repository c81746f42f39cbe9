import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestFile } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let invoice: TestFile
let number: string

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
  ada = studioOf(server.as('admin'))
  const [sample] = await sampleInvoices()
  invoice = { name: sample!.name, content: sample!.file }
  number = sample!.expected.invoice_number
})
afterAll(async () => {
  await server.close()
  await model.close()
})

type Body = Readonly<Record<string, unknown>>

async function project() {
  const llm = await ada.cannedLlm(model)
  const fields = { summarize_context: true, summarize_as_source: true, enable_highlight: true }
  const runnable = await ada.runnable(invoice, { fields, profile: { llm } })
  const { prompt_id } = await ada.prompt(runnable.tool_id, {
    prompt_key: 'number',
    prompt: 'Which number?',
  })
  return { ...runnable, id: prompt_id as string, llm }
}
type CreatedProject = Awaited<ReturnType<typeof project>>

const index = ({ tool_id, document_id }: CreatedProject) =>
  ada.person.post(`prompt-studio/index-document/${tool_id}`, { document_id })
const summary = ({ tool_id, document_id }: CreatedProject) =>
  ada.person.get(`prompt-studio/file/${tool_id}?document_id=${document_id}&view_type=SUMMARIZE`)
const indexRow = async ({ document_id }: CreatedProject, profile: string) => {
  const query = `?profile_manager=${profile}&document_manager=${document_id}`
  return (await ada.person.get(`prompt-studio/document-index/${query}`)).body[0]
}

test('[PS-260] [PS-086] refuses runs on a summary before it exists', async () => {
  const testProject = await project()
  const { tool_id, document_id, id } = testProject
  const missingReply = await summary(testProject)
  expect([missingReply.status, missingReply.body.errors[0].detail]).toEqual([
    404,
    'Summary is not available. Please index or re-index to generate it.',
  ])
  const refusalText = `Summary needs to be indexed before running the prompt - ${invoice.name}`
  for (const [path, body, words] of [
    ['fetch_response', { id, document_id }, refusalText],
    [
      'single-pass-extraction',
      { document_id },
      `${refusalText}. Index it through Manage Documents`,
    ],
  ] as const) {
    const run = await ada.person.post(`prompt-studio/${path}/${tool_id}`, body)
    expect([run.status, run.body.errors[0].detail]).toEqual([400, words])
  }
  expect((await index(testProject)).status).toBe(200)
})

test('[PS-014] [PS-119] [PS-120] [PS-134] summarizes a document when it is indexed, once for the same inputs', async () => {
  const testProject = await project()
  await ada.person.patch(`prompt-studio/${testProject.tool_id}`, {
    summarize_prompt: 'In one sentence.',
  })
  const requestsBefore = model.requests.length
  model.script({ status: 400, message: 'Not today.' })
  const failedReply = await index(testProject)
  expect(failedReply.status).toBeGreaterThanOrEqual(400)
  expect((await summary(testProject)).status).toBe(404)

  model.script({ reply: `Invoice ${number} in short.` })
  expect((await index(testProject)).status).toBe(200)

  const prompt = model.requests.at(-1)?.call?.prompt
  for (const part of ['In one sentence.', '- number', number]) expect(prompt).toContain(part)
  const mime_type = 'text/plain'
  const expectedBody = { data: { data: `Invoice ${number} in short.`, mime_type }, mime_type }
  expect((await summary(testProject)).body).toEqual(expectedBody)
  const row = await indexRow(testProject, testProject.profile_id)
  expect(row.raw_index_id).toEqual(expect.any(String))
  expect(row.summarize_index_id).toEqual(expect.any(String))
  expect((await index(testProject)).status).toBe(200)
  expect(model.requests.length).toBe(requestsBefore + 2)
  const usage = await server.ctx.db
    .selectFrom('usage_record')
    .select('llm_usage_reason')
    .where('llm_usage_reason', '=', 'summarize')
    .execute()
  expect(usage.length).toBeGreaterThan(0)

  const { profile_id } = await ada.profile(testProject.tool_id, { llm: testProject.llm })
  await ada.person.patch(`prompt-studio/${testProject.tool_id}`, {
    summarize_llm_profile: profile_id,
  })
  expect((await summary(testProject)).status).toBe(404)
  model.script({ reply: 'By the other profile.' })
  await index(testProject)
  expect((await summary(testProject)).body.data.data).toBe('By the other profile.')
  expect((await indexRow(testProject, profile_id)).summarize_index_id).toEqual(expect.any(String))
})

test('answers from the summary, with evidence in the document', async () => {
  const testProject = await project()
  const { tool_id, document_id, id } = testProject
  model.script({ reply: `The number is ${number}. All is well.` })
  await index(testProject)
  const run = async () =>
    (await ada.person.post(`prompt-studio/fetch_response/${tool_id}`, { id, document_id })).body[0]

  model.script({ reply: number })
  const row = await run()

  const prompt = model.requests.at(-1)?.call?.prompt
  expect(prompt).toContain('All is well.')
  expect(prompt).not.toContain('EUR')
  expect(row).toMatchObject({
    output: number,
    context: [`The number is ${number}. All is well.`],
    evidence_data: [{ quote: number }],
  })
  model.script({ reply: 'All is well.' })
  expect((await run()).evidence_data).toBeNull()

  model.script({ reply: { number } })
  const { body } = await ada.person.post(`prompt-studio/single-pass-extraction/${tool_id}`, {
    document_id,
  })
  expect(body[0]).toMatchObject({ output: number, evidence_data: [{ quote: number }] })
  expect(model.requests.at(-1)?.call?.prompt).toContain('All is well.')
  const profileOf: Body = await indexRow(testProject, testProject.profile_id)
  expect(profileOf.summarize_index_id).not.toBeNull()
})
