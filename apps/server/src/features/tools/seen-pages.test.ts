import { drawPdf } from '@recto/document-reader/testing/draw-pdf'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toolOf } from '../../testing/fields/tool-of.ts'
import { makeDeployment, makeTool, makeWorkflow } from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { studioOf } from '../../testing/studio.ts'

let server: TestServer
let ada: Person
let model: CannedModelServer
let llmId: string

beforeAll(async () => {
  model = await startCannedModelServer({
    reply: ({ prompt }) => {
      if (prompt.includes('Which number?')) return 'RE-2041'
      return prompt.includes('Nobody knows') ? 'NA' : 'violet'
    },
  })
  server = await startServer({ worker: true })
  ada = server.as('admin')
  llmId = await studioOf(ada).cannedLlm(model, 'Seeing model', { accepts_images: true })
})

afterAll(async () => {
  await server?.close()
  await model?.close()
})

const drawInvoice = async (note: string) => ({
  name: 'invoice.pdf',
  type: 'application/pdf',
  content: Buffer.from(
    await drawPdf((drawing) => {
      drawing.fontSize(14).text(`Invoice RE-2041 ${note}`, 60, 60)
      drawing.addPage().text('Terms of payment', 60, 60)
    }),
  ),
})

const fields = [
  { key: 'number', prompt: 'Which number?' },
  { key: 'stamp', prompt: 'Which color has the stamp?' },
]

async function deploy(name: string, profile: Readonly<Record<string, unknown>>) {
  const sample = await drawInvoice('sample')
  const { toolId, projectId } = await makeTool(ada, { name, fields, sample, llmId, profile })
  const { key, path } = await makeDeployment(ada, name, await makeWorkflow(ada, name, toolId))
  const { tool_metadata } = await toolOf(ada, projectId)
  return {
    tool: tool_metadata,
    async read(note: string, changes: Readonly<Record<string, string>> = {}) {
      const start = model.requests.length
      const upload = {
        files: [{ ...(await drawInvoice(note)), field: 'files' }],
        fields: { include_metadata: 'true', timeout: '60', ...changes },
      }
      const headers = { authorization: `Bearer ${key}` }
      const { body } = await server.anonymous.upload(path, upload, { headers })
      const calls = model.requests.slice(start).flatMap(({ call }) => call ?? [])
      return {
        result: body.message.result[0].result,
        counts: calls.map((one) => one.images.length),
      }
    },
  }
}

test('a deployed tool shows its pages to the model, and only what is in the text has evidence', async () => {
  const { read, tool } = await deploy('seeing', {
    model_sees: 'text_and_pages',
    max_seen_pages: 1,
  })
  const seenPages = { is_text_left_out: false, selection: 'first', max_pages: 1 }
  expect(tool.outputs[0]).toMatchObject({ seen_pages: seenPages })

  const { result, counts } = await read('one')

  expect(counts).toEqual([1, 1])
  expect(result.output).toEqual({ number: 'RE-2041', stamp: 'violet' })
  const { evidence_data: evidence } = result.metadata
  expect([evidence.number !== null, evidence.stamp]).toEqual([true, null])
})

test('the profile of a call decides which pages it shows, and a tool with text alone is exported as before', async () => {
  const { read, tool } = await deploy('reading', {})
  expect(tool.outputs[0]).not.toHaveProperty('seen_pages')
  const { profile_id } = await studioOf(ada).runnable(await drawInvoice('other'), {
    profile: { llm: llmId, model_sees: 'pages', max_seen_pages: 2 },
  })
  expect((await read('two')).counts).toEqual([0, 0])
  expect((await read('three', { llm_profile_id: profile_id })).counts).toEqual([2, 2])
})

test('a tool that masks a value shows no page, even if the value was not found', async () => {
  const name = 'masked'
  const sample = await drawInvoice('masked')
  const absent = { key: 'holder', prompt: 'Who holds the card? Nobody knows.' }
  const masking = { kinds: [], words: [], countries: [], prompts: ['holder'] }
  const { toolId } = await makeTool(ada, {
    name,
    fields: [...fields, absent],
    sample,
    llmId,
    project: { masking },
  })
  const { key, path } = await makeDeployment(ada, name, await makeWorkflow(ada, name, toolId))
  const { profile_id } = await studioOf(ada).runnable(await drawInvoice('another'), {
    profile: { llm: llmId, model_sees: 'text_and_pages', max_seen_pages: 2 },
  })
  const start = model.requests.length
  const upload = {
    files: [{ ...sample, field: 'files' }],
    fields: { timeout: '60', llm_profile_id: profile_id },
  }
  const { body } = await server.anonymous.upload(path, upload, {
    headers: { authorization: `Bearer ${key}` },
  })

  const calls = model.requests.slice(start).flatMap(({ call }) => call ?? [])
  expect(calls.flatMap(({ images }) => images)).toEqual([])
  expect(JSON.stringify(body)).toMatch(/cannot be masked/)
})
