import { randomUUID } from 'node:crypto'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tenant } from '../../platform/db/database.ts'
import type { TestFile } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { type Studio, studioOf } from '../../testing/studio.ts'
import { storeBytes } from '../documents/documents.port.ts'
import { findTool, runTool, type Tool, type ToolRun } from './tools.port.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let canned: string
let tenant: Tenant
let invoice: TestFile
let truth: { readonly total: number; readonly invoice_number: string }

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer()
  ada = studioOf(server.as('admin'))
  canned = await ada.cannedLlm(model, 'Canned model')
  const { organization } = await ada.project()
  tenant = { db: server.ctx.db, organizationId: organization }
  const [sample] = await sampleInvoices()
  invoice = { name: sample!.name, content: sample!.file }
  truth = sample!.truth
})
afterAll(async () => {
  await server.close()
  await model.close()
})

type Body = Readonly<Record<string, unknown>>
const exportOf = (projectId: string, body: Body = { user_id: [] }, person = ada.person) =>
  person.post(`prompt-studio/export/${projectId}`, body)
const registry = async (query: string, person = ada.person) =>
  (await person.get(`prompt-studio/registry/${query}`)).body

/** A project whose only prompt asks the canned model. */
async function numberProject(fields: Body = {}) {
  const project = await ada.project(fields)
  const { profile_id } = await ada.profile(project.tool_id, { llm: canned })
  const prompt = await ada.prompt(project.tool_id, {
    prompt_key: 'number',
    prompt: 'Which number?',
    profile_manager: profile_id,
    required: 'all',
  })
  return { ...project, profile_id, prompt_id: prompt.prompt_id }
}

async function exportedTool(projectId: string): Promise<Tool> {
  const { status } = await exportOf(projectId, { force_export: true })
  expect(status).toBe(200)
  const [row] = await registry(`?custom_tool=${projectId}`)
  return (await findTool(server.ctx, tenant, row.prompt_registry_id))!
}

async function runOf(tool: Tool, more: Partial<ToolRun> = {}): Promise<ToolRun> {
  const bytes = Buffer.from(invoice.content)
  const { hash } = await storeBytes(server.ctx, tenant, { bytes, mimeType: 'application/pdf' })
  return {
    tool,
    settings: {},
    document: { hash, name: invoice.name },
    runId: randomUUID(),
    callKeyPrefix: randomUUID(),
    claims: server.ctx.claims,
    step: (_name, run) => run(),
    ...more,
  }
}

test('a model that cannot challenge leaves the answer, and the log says why', async () => {
  const { tool_id } = await numberProject()
  const tool = await exportedTool(tool_id)
  const builtIn = (await ada.person.get('adapter/?adapter_type=LLM')).body.find(
    ({ adapter_name }: Body) => adapter_name === 'Built-in extractor',
  )
  const settings = { enable_challenge: true, challenge_llm_adapter_id: builtIn.id }
  model.script({ reply: 'said' })
  const { output, metadata } = (await runTool(server.ctx, tenant, await runOf(tool, { settings })))
    .result

  expect(output).toEqual({ number: 'said' })
  expect(metadata.challenge_data?.number).toMatchObject({
    file_name: invoice.name,
    result: 'said',
    runs: [
      { type: 'extraction', status: 'success' },
      {
        type: 'challenge',
        status: 'failed',
        result: '“Built-in extractor” cannot challenge an extraction.',
      },
      { type: 'result', status: 'failed' },
    ],
  })
})

test('[PS-018] a second model judges, the first one answers anew, and the cost is told apart', async () => {
  const { tool_id } = await numberProject()
  const settings = { enable_challenge: true, challenge_llm_adapter_id: canned }
  const run = await runOf(await exportedTool(tool_id), { settings })
  model.script(
    { reply: 'wrong' },
    { reply: { score: 1, reason: 'It says otherwise.' } },
    { reply: truth.invoice_number },
    { reply: { score: 5, reason: 'Right.' } },
  )
  const { result } = await runTool(server.ctx, tenant, run)

  expect(result.output).toEqual({ number: truth.invoice_number })
  expect(result.evidence.number).toEqual([expect.objectContaining({ quote: truth.invoice_number })])
  expect(result.metadata.challenge_data?.number?.runs.map(({ score }) => score)).toEqual([
    undefined,
    1,
    undefined,
    5,
    5,
  ])
  expect(result.metadata.challenge_llm?.[0]?.total_tokens).toBeGreaterThan(0)
  expect(result.metadata.extraction_llm?.[0]?.total_tokens).toBeGreaterThan(0)
  const before = model.requests.length
  expect((await runTool(server.ctx, tenant, run)).result.output).toEqual(result.output)
  expect(model.requests.length).toBe(before)
})

test('a tool answers from a summary when it is told so, with evidence of the document', async () => {
  const { tool_id } = await numberProject()
  const run = await runOf(await exportedTool(tool_id), { settings: { summarize_as_source: true } })
  model.script({ reply: `The number is ${truth.invoice_number}.` }, { reply: truth.invoice_number })
  const before = model.requests.length

  const { result } = await runTool(server.ctx, tenant, run)

  const [summary, answer] = model.requests.slice(before).map(({ call }) => call?.prompt)
  expect(summary).toContain('- number')
  expect(answer).toContain(`The number is ${truth.invoice_number}.`)
  expect(answer).not.toContain('EUR')
  expect(result.metadata.context.number).toEqual([`The number is ${truth.invoice_number}.`])
  expect(result.evidence.number).toEqual([expect.objectContaining({ quote: truth.invoice_number })])
  expect(result.metadata.summarize_llm?.[0]?.total_tokens).toBeGreaterThan(0)
  const asked = model.requests.length
  await runTool(server.ctx, tenant, run)
  expect(model.requests.length).toBe(asked)
})

test('a tool answers all fields in a single pass when it is told so, and pays it once', async () => {
  const { tool_id, profile_id } = await numberProject({ single_pass_extraction_mode: true })
  await ada.person.patch(`prompt-studio/prompt-studio-profile/${tool_id}/`, {
    default_profile: profile_id,
  })
  await ada.prompt(tool_id, { prompt_key: 'total', prompt: 'Which total?', enforce_type: 'number' })
  await ada.prompt(tool_id, { prompt_key: 'of', prompt: 'Whose is {{number}}?' })
  const run = await runOf(await exportedTool(tool_id))
  model.script(
    { reply: { number: truth.invoice_number, total: String(truth.total) } },
    { reply: 'Nobody’s' },
  )
  const before = model.requests.length

  const { result } = await runTool(server.ctx, tenant, run)

  expect(result.output).toEqual({
    number: truth.invoice_number,
    total: truth.total,
    of: 'Nobody’s',
  })
  const prompts = model.requests.slice(before).map(({ call }) => call?.prompt)
  expect(prompts).toHaveLength(2)
  expect(prompts[1]).toContain(`Whose is ${truth.invoice_number}?`)
  expect((await runTool(server.ctx, tenant, run)).result.output).toEqual(result.output)
  expect(model.requests.length).toBe(before + 2)
})
