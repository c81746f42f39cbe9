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
    'date,model,project_id,project,deployment_id,deployment,calls,unpriced_calls,total_tokens,cost_in_dollars,pages,files_completed,files_failed,files_stopped',
  )
  expect(lines.slice(1).filter((line) => line.includes('Bills'))).toHaveLength(3)
  const stranger = server.as('user', { organization: 'other' })
  expect((await stranger.get('metrics/used/')).body.days).toEqual([])
})
