import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeDeployment,
  makeTool,
  makeWorkflow,
  type TestDeployment,
  type TestTool,
} from '../../testing/make-tool.ts'
import type { TestFile } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { type Studio, studioOf } from '../../testing/studio.ts'

let server: TestServer
let model: CannedModelServer
let ada: Studio
let tool: TestTool
let deployment: TestDeployment
let invoice: TestFile

const today = new Date().toISOString().slice(0, 10)

beforeAll(async () => {
  model = await startCannedModelServer()
  server = await startServer({ worker: true })
  server.as('user', { organization: 'other' })
  ada = studioOf(server.as('admin'))
  const [sample] = await sampleInvoices()
  invoice = { name: sample!.name, content: sample!.file }
  const llmId = await ada.cannedLlm(model, undefined, { input_price: 1_000_000 })
  const fields = [{ key: 'a', prompt: 'What is it?' }]
  tool = await makeTool(ada.person, { name: 'Bills', fields, sample: invoice, llmId })
  const workflow = await makeWorkflow(ada.person, 'Bills', tool.toolId)
  deployment = await makeDeployment(ada.person, 'bills', workflow)
})
afterAll(async () => {
  await server?.close()
  await model?.close()
})

const readUsage = async (query = '') => (await ada.person.get(`metrics/used/${query}`)).body

test('a period that cannot be is refused at its field, and an empty one is empty', async () => {
  for (const [query, attr] of [
    ['?start_date=today', 'start_date'],
    ['?start_date=2026-02-02&end_date=2026-02-01', 'start_date'],
    ['?start_date=2024-01-01&end_date=2026-01-01', 'start_date'],
    ['?end_date=2026-02-30', 'end_date'],
  ]) {
    for (const path of ['metrics/used/', 'metrics/used/export/']) {
      const { status, body } = await ada.person.get(`${path}${query}`)
      expect([status, body.errors[0].attr]).toEqual([400, attr])
    }
  }
  expect(await readUsage('?start_date=2020-01-01&end_date=2020-01-02')).toEqual({
    start_date: '2020-01-01',
    end_date: '2020-01-02',
    average_question_cost: null,
    days: [],
    models: [],
    projects: [],
    deployments: [],
  })
})

test('what a deployment and the studio use is shown by day, model, project and deployment, before and after it was added up', async () => {
  const files = [{ ...invoice, field: 'files' }]
  const headers = { authorization: `Bearer ${deployment.key}` }
  await server.anonymous.upload(deployment.path, { files, fields: { timeout: '60' } }, { headers })
  const { body: prompts } = await ada.person.get(`prompt-studio/${tool.projectId}/`)
  await ada.person.post(`prompt-studio/fetch_response/${tool.projectId}`, {
    id: prompts.prompts[0].prompt_id,
    document_id: tool.documentId,
  })

  const fresh = await readUsage()
  const [day] = fresh.days
  expect(fresh.days).toHaveLength(1)
  expect(day).toMatchObject({
    date: today,
    calls: 2,
    pages: 1,
    files_completed: 1,
    files_failed: 0,
  })
  expect(day.cost_in_dollars).toBeGreaterThan(2)
  expect(fresh.models).toMatchObject([{ calls: 2, cost_in_dollars: day.cost_in_dollars }])
  expect(fresh.projects).toMatchObject([
    { id: tool.projectId, name: 'Bills', calls: 2, pages: 1, cost_in_dollars: day.cost_in_dollars },
  ])
  expect(fresh.deployments).toHaveLength(2)
  expect(fresh.deployments).toContainEqual(
    expect.objectContaining({ id: deployment.id, name: 'bills API', calls: 1, pages: 1 }),
  )
  expect(fresh.deployments).toContainEqual(
    expect.objectContaining({ id: null, name: null, calls: 1, pages: 0 }),
  )

  // Moves the rows three hours into the past.
  const { db } = server.ctx
  await sql`update metric_rollup set rolled_until = now() - interval '5 hours'`.execute(db)
  await sql`update usage_record set created_at = now() - interval '3 hours'`.execute(db)
  await sql`update file_execution set finished_at = now() - interval '3 hours'`.execute(db)
  const { days: _, ...addedUsage } = await readUsage()
  const { days: __, ...initialUsage } = fresh
  expect(addedUsage).toEqual(initialUsage)
  expect((await readUsage()).deployments).toEqual(initialUsage.deployments)
  const { rows } = await sql<{ calls: number }>`
    select sum(calls)::int as calls from metric_used_day`.execute(db)
  expect(rows[0]?.calls).toBe(2)
})

test('the file has a line for each model, project and deployment, and others see nothing of it', async () => {
  const { body, headers } = await ada.person.get('metrics/used/export/')
  const lines = String(body).trim().split('\r\n')

  expect(headers.get('content-type')).toContain('text/csv')
  expect(lines[0]).toBe(
    'date,model,project_id,project,deployment_id,deployment,calls,unpriced_calls,total_tokens,cost_in_dollars,pages,files_completed,files_failed,files_stopped,input_tokens,cached_tokens,output_tokens,reasoning_tokens,saved_by_cache,saved_by_single_pass,embedded_data_answers,layout_answers,built_in_extractor_answers,saved_by_embedded_data,saved_by_layouts,saved_by_built_in_extractor,saved_by_batch',
  )
  expect(lines.slice(1).filter((line) => line.includes('Bills'))).toHaveLength(3)
  const stranger = server.as('user', { organization: 'other' })
  expect((await stranger.get('metrics/used/')).body.days).toEqual([])
})

test('a call says what kinds of tokens it used and what the cache, a single pass and answers without a call saved', async () => {
  const settings = { input_price: 100, cached_price: 10, output_price: 200 }
  const llmId = await ada.cannedLlm(model, 'priced', settings)
  const project = await ada.runnable(invoice, { profile: { llm: llmId } })
  const prompt = await ada.prompt(project.tool_id, { prompt_key: 'x', prompt: 'Which number?' })
  const run = { id: prompt.prompt_id, document_id: project.document_id }
  const tokens = { input: 10_000, cached: 4000, output: 1000, reasoning: 300 }
  model.script({ reply: '1', tokens })
  await ada.person.post(`prompt-studio/fetch_response/${project.tool_id}`, run)

  const query = `?project=${project.tool_id}`
  const projectUsage = await readUsage(query)
  const cost = (6000 * 100 + 4000 * 10 + 1000 * 200) / 1e6
  expect(projectUsage.projects).toHaveLength(1)
  expect(projectUsage.days).toMatchObject([
    { calls: 1, input_tokens: 10_000, cached_tokens: 4000, output_tokens: 1000, pages: 0 },
  ])
  expect(projectUsage.days[0].reasoning_tokens).toBe(300)
  expect(projectUsage.days[0].cost_in_dollars).toBeCloseTo(cost, 9)
  expect(projectUsage.days[0].saved_by_cache).toBeCloseTo((4000 * 90) / 1e6, 9)
  expect(projectUsage.days[0].saved_by_single_pass).toBe(0)

  await ada.prompt(project.tool_id, { prompt_key: 'y', prompt: 'Which total?' })
  await ada.prompt(project.tool_id, { prompt_key: 'z', prompt: 'Which day?' })
  model.script({ reply: { x: '1', y: '2', z: '3' }, tokens: { ...tokens, cached: 0 } })
  const { document_id } = project
  await ada.person.post(`prompt-studio/single-pass-extraction/${project.tool_id}`, { document_id })
  const { days } = await readUsage(query)
  expect(days[0].calls).toBe(2)
  expect(days[0].saved_by_single_pass).toBeCloseTo((2 * 10_000 * 100) / 1e6, 9)

  const { LLM } = await ada.adapters()
  const free = await ada.runnable(invoice, { profile: { llm: LLM } })
  const freePrompt = await ada.prompt(free.tool_id, { prompt_key: 'a', prompt: 'Invoice number' })
  const freeRun = { id: freePrompt.prompt_id, document_id: free.document_id }
  await ada.person.post(`prompt-studio/fetch_response/${free.tool_id}`, freeRun)
  const usage = await readUsage(`?project=${free.tool_id}`)
  expect(usage.average_question_cost).toBeGreaterThan(0)
  expect(usage.days).toMatchObject([
    {
      calls: 0,
      cost_in_dollars: 0,
      built_in_extractor_answers: 1,
      saved_by_built_in_extractor: usage.average_question_cost,
      saved_by_layouts: 0,
    },
  ])
})

test('usage can be narrowed to a model, a project and a deployment, and what it is narrowed to must be one', async () => {
  const totalUsage = await readUsage()
  const ofDeployment = await readUsage(`?deployment=${deployment.id}`)
  const ofStudio = await readUsage('?deployment=none&model=canned')
  const { body } = await ada.person.get(`metrics/used/export/?deployment=${deployment.id}`)

  expect(ofDeployment.deployments.map(({ id }: { id: string }) => id)).toEqual([deployment.id])
  expect(ofDeployment.days[0].calls + ofStudio.days[0].calls).toBe(totalUsage.days[0].calls)
  expect(
    String(body)
      .trim()
      .split('\r\n')
      .slice(1)
      .every((line) => line.includes(deployment.id)),
  ).toBe(true)
  for (const [query, attr] of [
    ['?project=all', 'project'],
    ['?deployment=1', 'deployment'],
  ]) {
    const refusedReply = await ada.person.get(`metrics/used/${query}`)
    expect([refusedReply.status, refusedReply.body.errors[0].attr]).toEqual([400, attr])
  }
})
