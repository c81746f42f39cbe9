/** Drafts of the page that sets a pipeline up, which nobody has continued for a month. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findJobState } from '../../../testing/find-job-state.ts'
import { makeFlow, makeFolderConnector, untilEnded } from '../../../testing/make-pipeline.ts'
import { makeTool } from '../../../testing/make-tool.ts'
import type { Person } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { purgeExecutionsJob } from '../executions.jobs.ts'

let server: TestServer
let ada: Person
let folder: string
let toolId: string
let connector: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-drafts-'))
  await mkdir(join(folder, 'in'))
  await writeFile(join(folder, 'in', 'note.txt'), 'Total 7.50\n')
  server = await startServer({ worker: true, env: { RECTO_CONNECTOR_FOLDERS: folder } })
  ada = server.as('admin')
  const sample = { name: 'note.txt', content: 'Total 7.50\n' }
  const fields = [{ key: 'total', prompt: 'What is the total?', type: 'number' }]
  toolId = (await makeTool(ada, { name: 'Notes', fields, sample })).toolId
  connector = await makeFolderConnector(ada, 'Folder', folder)
})

afterAll(async () => {
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

let workflows = 0
async function makeWorkflow({ isDraft }: { readonly isDraft: boolean }): Promise<string> {
  const end = { connection_type: 'FILESYSTEM', connector_instance: connector }
  const id = await makeFlow(ada, `Notes ${++workflows}`, {
    toolId,
    isDraft,
    source: { ...end, configuration: { folders: ['/in'] } },
    destination: { ...end, configuration: { outputFolder: 'out' } },
  })
  expect((await ada.get(`workflow/${id}/`)).body.is_pipeline_draft).toBe(isDraft)
  return id
}

/** Makes everything about a workflow look older by so many days. */
async function passDays(id: string, days: number): Promise<void> {
  const columns = [
    ['workflow', 'id', 'modified_at'],
    ['workflow_endpoint', 'workflow_id', 'modified_at'],
    ['tool_instance', 'workflow_id', 'modified_at'],
    ['execution', 'workflow_id', 'created_at'],
  ] as const
  for (const [table, key, time] of columns) {
    await sql`
      update ${sql.table(table)} set ${sql.ref(time)} = ${sql.ref(time)} - make_interval(days => ${days})
      where ${sql.ref(key)} = ${id}`.execute(server.ctx.db)
  }
}

async function preview(workflowId: string): Promise<string> {
  const { body } = await ada.post('workflow/execute/', { workflow_id: workflowId, preview: true })
  await ada.post('workflow/execute/', { workflow_id: workflowId, execution_id: body.execution_id })
  expect(await untilEnded(ada, body.execution_id)).toMatchObject({ status: 'COMPLETED' })
  return body.execution_id
}

/** Runs a workflow whose file then waits for a person. */
async function runUntilReview(workflow: string): Promise<void> {
  const rules = [{ field: 'value:total', operator: 'greater', value: '1' }]
  await ada.post('manual_review/db_rules/', { workflow, rule_json: { combinator: 'and', rules } })
  await ada.post('manual_review/settings/', { workflow, sync_with: 'DB' })
  const { body } = await ada.post('workflow/execute/', { workflow_id: workflow })
  const { execution_id } = body
  await ada.post('workflow/execute/', { workflow_id: workflow, execution_id })
  const countInReview = async () =>
    (await ada.get(`execution/${execution_id}/`)).body.in_review_files
  await expect.poll(countInReview).toBe(1)
}

let sweeps = 0
/** Runs the hourly job. */
async function sweep(): Promise<void> {
  const { organization_id: organizationId } = await server.ctx.db
    .selectFrom('workflow')
    .select('organization_id')
    .executeTakeFirstOrThrow()
  const key = `sweep ${++sweeps}`
  const options = { key, organizationId }
  await server.ctx.jobs.enqueue(purgeExecutionsJob, { organizationId }, options)
  await expect.poll(() => findJobState(server.ctx, key)).toBe('done')
}

test('a draft that nobody has continued for 30 days is deleted, and its previews are kept', async () => {
  const draft = await makeWorkflow({ isDraft: true })
  const execution = await preview(draft)
  await passDays(draft, 31)
  await sweep()

  expect((await ada.get(`workflow/${draft}/`)).status).toBe(404)
  expect((await ada.get(`execution/${execution}/`)).body).toMatchObject({ status: 'COMPLETED' })
  const { body } = await ada.get('audit/?page_size=100')
  const entry = body.results.find(
    (change: { action: string; subject_id: string }) =>
      change.action === 'workflow.deleted' && change.subject_id === draft,
  )
  expect(entry).toMatchObject({ actor_email: 'retention on the server' })
})

test('a draft is kept while somebody changes or runs it, and a workflow for ever', async () => {
  const makeDraft = () => makeWorkflow({ isDraft: true })
  const drafts = {
    renamed: await makeDraft(),
    moved: await makeDraft(),
    withSettings: await makeDraft(),
    previewed: await makeDraft(),
    waiting: await makeDraft(),
    deployed: await makeDraft(),
    forgotten: await makeDraft(),
  }
  const ids = { ...drafts, ordinary: await makeWorkflow({ isDraft: false }) }
  await runUntilReview(ids.waiting)
  // Twice 20 days: what is not changed between them is too old, and nothing is before.
  for (const id of Object.values(ids)) await passDays(id, 20)

  await ada.patch(`workflow/${ids.renamed}/`, { workflow_name: 'Renamed' })
  const { body: ends } = await ada.get(`workflow/${ids.moved}/endpoint/`)
  await ada.patch(`workflow/endpoint/${ends[0].id}/`, { configuration: { folders: ['/'] } })
  const { body: steps } = await ada.get(`tool_instance/?workflow=${ids.withSettings}`)
  await ada.patch(`tool_instance/${steps[0].id}/`, { metadata: steps[0].metadata })
  await preview(ids.previewed)
  const pipeline = { pipeline_name: 'Live', workflow: ids.deployed, pipeline_type: 'TASK' }
  expect(await ada.post('pipeline/', pipeline)).toMatchObject({ status: 201 })
  for (const id of Object.values(ids)) await passDays(id, 20)
  await sweep()

  const remainingNames: string[] = []
  for (const [name, id] of Object.entries(ids)) {
    if ((await ada.get(`workflow/${id}/`)).status === 200) remainingNames.push(name)
  }
  expect(remainingNames).toEqual(Object.keys(ids).filter((name) => name !== 'forgotten'))
})
