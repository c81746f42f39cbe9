import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { up } from '../../../platform/db/migrations/0485-edits-of-deployed-workflows.ts'
import {
  makeFlow,
  makeFolderConnector,
  makeTableConnector,
  untilEnded,
} from '../../../testing/make-pipeline.ts'
import { makeDeployment, makeTool, makeWorkflow } from '../../../testing/make-tool.ts'
import { type OpenPort, openPort } from '../../../testing/open-port.ts'
import type { Person } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { studioOf } from '../../../testing/studio.ts'

type Body = Record<string, unknown>

const note = 'Order 4711\nTotal 41.50\nNet 30.00\n'

let server: TestServer
let model: CannedModelServer
let judge: CannedModelServer
let otherJudge: CannedModelServer
let port: OpenPort
let ada: Person
let llmId: string
let root: string
let inbox: string
let otherInbox: string
let tables: string

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'recto-edits-'))
  for (const folder of ['first/in', 'first/more', 'other/in']) {
    await mkdir(join(root, folder), { recursive: true })
  }
  model = await startCannedModelServer({
    reply: ({ prompt }) => (prompt.includes('net') ? '30.00' : '41.50'),
  })
  judge = await startCannedModelServer({ reply: { score: 5, reason: 'Yes.' } })
  otherJudge = await startCannedModelServer({ reply: { score: 5, reason: 'Yes.' } })
  server = await startServer({
    worker: true,
    env: { RECTO_CONNECTOR_FOLDERS: root, RECTO_INNER_ADDRESSES: 'on' },
  })
  ada = server.as('admin')
  llmId = await studioOf(ada).cannedLlm(model, 'Reader')
  await studioOf(ada).cannedLlm(judge, 'Judge')
  await studioOf(ada).cannedLlm(otherJudge, 'Other judge')
  port = await openPort(server.databaseUrl)
  inbox = await makeFolderConnector(ada, 'Inbox', join(root, 'first'))
  otherInbox = await makeFolderConnector(ada, 'Other inbox', join(root, 'other'))
  tables = await makeTableConnector(ada, 'Books', port.url)
}, 120_000)

afterAll(async () => {
  await server?.close()
  await port?.close()
  for (const canned of [model, judge, otherJudge]) await canned?.close()
  await rm(root, { recursive: true, force: true })
})

const makeTotalTool = (name: string) =>
  makeTool(ada, {
    name,
    llmId,
    fields: [{ key: 'total', prompt: 'What is the total?' }],
    sample: { name: 'note.txt', content: note },
  })

/** Changes the prompt of a project and exports it again. */
async function exportPrompt(projectId: string, prompt: string): Promise<void> {
  const { body } = await ada.get(`prompt-studio/${projectId}`)
  await ada.patch(`prompt-studio/prompt/${body.prompts[0].prompt_id}/`, { prompt })
  const exportReply = await ada.post(`prompt-studio/export/${projectId}`, {
    is_shared_with_org: true,
    force_export: true,
  })
  expect(exportReply.status).toBe(200)
}

const files = (connector_instance: string, configuration: Body) => ({
  connection_type: 'FILESYSTEM',
  connector_instance,
  configuration,
})

/** A pipeline from a folder to a table or to files, with the calls that change it. */
async function makePipeline(name: string, destination: Body & { connection_type: string }) {
  const tool = await makeTotalTool(name)
  const source = files(inbox, { folders: ['in'] })
  const workflowId = await makeFlow(ada, name, { toolId: tool.toolId, source, destination })
  const { body: pipeline } = await ada.post('pipeline/', {
    pipeline_name: name,
    workflow: workflowId,
    pipeline_type: destination.connection_type === 'DATABASE' ? 'ETL' : 'TASK',
  })
  const loadEnds = async () => (await ada.get(`workflow/${workflowId}/endpoint/`)).body
  const start = async () => {
    const { body } = await ada.post('pipeline/execute/', { pipeline_id: pipeline.id })
    return body.execution.execution_id as string
  }
  return {
    ...tool,
    workflowId,
    pipeline,
    loadEnds,
    start,
    run: async () => untilEnded(ada, await start()),
    putEnd: async (side: 'SOURCE' | 'DESTINATION', changes: Body) => {
      const ends = await loadEnds()
      const end = ends.find((one: Body) => one.endpoint_type === side)
      return ada.put(`workflow/endpoint/${end.id}/`, { ...end, ...changes })
    },
  }
}

/** An API deployment, with the calls that change it and what it returns. */
async function makeApi(name: string) {
  const tool = await makeTotalTool(name)
  const workflowId = await makeWorkflow(ada, name, tool.toolId)
  const { path, key, id } = await makeDeployment(ada, name, workflowId)
  const loadStep = async () => (await ada.get(`tool_instance/?workflow=${workflowId}`)).body[0]
  return {
    ...tool,
    workflowId,
    deploymentId: id,
    loadStep,
    patchStep: async (settings: Body) => {
      const step = await loadStep()
      return ada.patch(`tool_instance/${step.id}/`, { metadata: { ...step.metadata, ...settings } })
    },
    patchWorkflow: (changes: Body) => ada.patch(`workflow/${workflowId}/`, changes),
    call: (host = server) =>
      host.anonymous.upload(
        path,
        { files: [{ name: 'note.txt', content: note, field: 'files' }], fields: { timeout: '60' } },
        { headers: { authorization: `Bearer ${key}` } },
      ),
  }
}

type Api = Awaited<ReturnType<typeof makeApi>>

async function totalOf(api: Api, host = server): Promise<unknown> {
  const { body } = await api.call(host)
  return body.message.result[0].result.output.total
}

const listVersions = async (workflowId: string, person = ada) =>
  (await person.get(`workflow/${workflowId}/versions/`)).body.map((one: Body) => [
    one.version,
    one.is_live,
    one.restored_from,
  ])
const listChanges = async (workflowId: string, person = ada) =>
  (await person.get(`workflow/${workflowId}/versions/compare/`)).body.changes
const rollBack = (workflowId: string, version: number) =>
  ada.post(`workflow/${workflowId}/versions/${version}/restore/`)

test('the folder and the connector of a deployed pipeline are those of the next run, its connection type stays', async () => {
  const pipeline = await makePipeline('Folders', files(inbox, { outputFolder: 'out-folders' }))
  await writeFile(join(root, 'first/in/a.txt'), `${note}a`)
  await writeFile(join(root, 'first/more/b.txt'), `${note}b`)
  await writeFile(join(root, 'other/in/c.txt'), `${note}c`)
  expect(await pipeline.run()).toMatchObject({ successful_files: 1 })

  const reply = await pipeline.putEnd('SOURCE', { configuration: { folders: ['in', 'more'] } })
  expect(reply).toMatchObject({
    status: 200,
    body: {
      configuration: { folders: ['in', 'more'] },
      live: { connection_type: 'FILESYSTEM', configuration: { folders: ['in', 'more'] } },
    },
  })
  // Only the file of the new folder is processed.
  expect(await pipeline.run()).toMatchObject({ successful_files: 1, skipped_files: 1 })
  const listWritten = () => readdir(join(root, 'first/out-folders'), { recursive: true })
  expect(await listWritten()).toContain('more/b.json')

  const connectorReply = await pipeline.putEnd('SOURCE', {
    connector_instance: otherInbox,
    configuration: { folders: ['in'] },
  })
  expect(connectorReply.status).toBe(200)
  expect(await pipeline.run()).toMatchObject({ successful_files: 1 })
  expect(await listWritten()).toContain('c.json')

  const typeReply = await pipeline.putEnd('DESTINATION', { connection_type: 'DATABASE' })
  expect([typeReply.status, typeReply.body.errors[0].detail]).toEqual([
    409,
    'Workflow used in API/Task/ETL deployment',
  ])
  // Sending back what is there makes no version.
  await pipeline.putEnd('SOURCE', {})
  expect(await listVersions(pipeline.workflowId)).toEqual([
    [3, true, null],
    [2, false, null],
    [1, false, null],
  ])
  // The connector that an earlier version used can only be restored while it exists.
  await rollBack(pipeline.workflowId, 1)
  expect((await pipeline.loadEnds())[0]).toMatchObject({
    connector_instance: inbox,
    configuration: { folders: ['in'] },
  })
  expect((await ada.delete(`connector/${otherInbox}/`)).status).toBe(204)
  const refusal = await rollBack(pipeline.workflowId, 3)
  expect([refusal.status, refusal.body.errors[0].detail]).toEqual([
    409,
    'A connector of this version no longer exists.',
  ])
})

test('another table of a deployed pipeline is filled by the next run', async () => {
  const table = (name: string) => ({
    connection_type: 'DATABASE',
    connector_instance: tables,
    configuration: { table: name },
  })
  const pipeline = await makePipeline('Tables', table('edits_first'))
  await writeFile(join(root, 'first/in/t1.txt'), `${note}t1`)
  await pipeline.run()
  await pipeline.putEnd('DESTINATION', { configuration: { table: 'edits_second' } })
  await writeFile(join(root, 'first/in/t2.txt'), `${note}t2`)
  await pipeline.run()

  const listFiles = async (name: string) => {
    const { rows } = await sql<{
      file_path: string
    }>`select file_path from ${sql.table(name)}`.execute(server.ctx.db)
    return rows.map(({ file_path }) => file_path.split('/').at(-1))
  }
  expect(await listFiles('edits_first')).toContain('t1.txt')
  expect(await listFiles('edits_second')).toContain('t2.txt')
  expect(await listFiles('edits_first')).not.toContain('t2.txt')
})

test('a setting and an adapter of the tool are used by the next call, and rolled back with what is shown', async () => {
  const api = await makeApi('settings')
  await api.call()
  expect(judge.requests).toHaveLength(0)

  await api.patchStep({ enable_challenge: true, challenge_llm: 'Judge' })
  await api.call()
  expect([judge.requests.length, otherJudge.requests.length]).toEqual([1, 0])
  await api.patchStep({ challenge_llm: 'Other judge' })
  await api.call()
  expect([judge.requests.length, otherJudge.requests.length]).toEqual([1, 1])

  const { body: version } = await ada.get(`workflow/${api.workflowId}/versions/2/`)
  expect(version).toMatchObject({ version: 2, is_live: false, created_by_email: 'ada@example.org' })
  expect(version.settings).toContainEqual({
    field: 'settings.challenge_llm',
    value: 'Judge',
    live: 'Other judge',
  })
  expect((await ada.get(`workflow/${api.workflowId}/versions/9/`)).status).toBe(404)

  expect((await rollBack(api.workflowId, 2)).body).toMatchObject({ version: 4, restored_from: 2 })
  expect((await api.loadStep()).metadata).toMatchObject({ challenge_llm: 'Judge' })
  expect(await listChanges(api.workflowId)).toEqual([])
  await api.call()
  expect([judge.requests.length, otherJudge.requests.length]).toEqual([2, 1])
})

test('prompts exported again are live and a version, which a rollback takes back until the next export', async () => {
  const api = await makeApi('prompts')
  expect(await totalOf(api)).toBe('41.50')
  await exportPrompt(api.projectId, 'What is the net?')
  expect(await totalOf(api)).toBe('30.00')
  expect(await listVersions(api.workflowId)).toEqual([
    [2, true, null],
    [1, false, null],
  ])

  await rollBack(api.workflowId, 1)
  expect(await totalOf(api)).toBe('41.50')
  expect(await api.loadStep()).toMatchObject({ tool_version: 1, live: { tool_version: 1 } })
  // Another edit does not bring the newer prompts back by the way.
  await api.patchStep({ enable_highlight: true })
  expect(await totalOf(api)).toBe('41.50')

  await exportPrompt(api.projectId, 'What is the net amount?')
  expect(await totalOf(api)).toBe('30.00')
  expect(await api.loadStep()).toMatchObject({ tool_version: null, live: { tool_version: 3 } })
  expect(await listChanges(api.workflowId)).toEqual([])
})

test('a deployed workflow whose tool was removed is refused with the reason until it has another', async () => {
  const api = await makeApi('toolless')
  const step = await api.loadStep()
  expect((await ada.delete(`tool_instance/${step.id}/`)).status).toBe(204)
  const refusal = await api.call()
  expect([refusal.status, refusal.body.errors[0].detail]).toEqual([
    400,
    'The workflow has no tool yet.',
  ])
  expect((await ada.get(`workflow/${api.workflowId}/`)).body.live_version).toBeNull()

  const other = await makeTotalTool('Other tool')
  await exportPrompt(other.projectId, 'What is the net?')
  await ada.post('tool_instance/', { workflow_id: api.workflowId, tool_id: other.toolId })
  expect(await totalOf(api)).toBe('30.00')
  await rollBack(api.workflowId, 1)
  expect(await api.loadStep()).toMatchObject({ tool_id: api.toolId })
  expect(await totalOf(api)).toBe('41.50')
})

test('where changes need publishing, edits and exports wait in a draft, which is shown beside what is live', async () => {
  const api = await makeApi('careful')
  const reply = await api.patchWorkflow({ changes_need_publishing: true })
  expect(reply.body).toMatchObject({ changes_need_publishing: true, live_version: 1 })
  await api.patchStep({ enable_challenge: true, challenge_llm: 'Judge' })
  await exportPrompt(api.projectId, 'What is the net?')

  const judgedCount = judge.requests.length
  expect(await totalOf(api)).toBe('41.50')
  expect(judge.requests).toHaveLength(judgedCount)
  expect(await api.loadStep()).toMatchObject({
    metadata: { challenge_llm: 'Judge' },
    live: { tool_version: 1, metadata: { challenge_llm: '' } },
  })
  expect(await listChanges(api.workflowId)).toEqual(
    expect.arrayContaining([
      { field: 'settings.challenge_llm', before: '', after: 'Judge' },
      { field: 'tool.version', before: '1', after: '2' },
    ]),
  )

  expect((await ada.post(`workflow/${api.workflowId}/publish/`)).body).toMatchObject({ version: 2 })
  expect(await totalOf(api)).toBe('30.00')
  expect(judge.requests).toHaveLength(judgedCount + 1)
  // A rollback changes what is live and leaves the draft.
  await rollBack(api.workflowId, 1)
  expect(await totalOf(api)).toBe('41.50')
  expect(await api.loadStep()).toMatchObject({ metadata: { challenge_llm: 'Judge' } })

  // A draft that cannot run does not become live by the way.
  const step = await api.loadStep()
  await ada.delete(`tool_instance/${step.id}/`)
  const refusal = await api.patchWorkflow({ changes_need_publishing: false })
  expect([refusal.status, refusal.body.errors[0]]).toEqual([
    400,
    {
      code: 'invalid',
      attr: 'changes_need_publishing',
      detail: 'The draft cannot become live. The workflow has no tool yet.',
    },
  ])
  expect(await totalOf(api)).toBe('41.50')
  await ada.post('tool_instance/', { workflow_id: api.workflowId, tool_id: api.toolId })
  expect(await totalOf(api)).toBe('41.50')
  await api.patchWorkflow({ changes_need_publishing: false })
  expect(await totalOf(api)).toBe('30.00')
})

test('a workflow that is deployed only after the setting runs what it was deployed with', async () => {
  const { toolId, projectId } = await makeTotalTool('Careful from the start')
  const workflowId = await makeWorkflow(ada, 'Careful from the start', toolId)
  await ada.patch(`workflow/${workflowId}/`, { changes_need_publishing: true })
  const [end] = (await ada.get(`workflow/${workflowId}/endpoint/`)).body
  expect(end.live).toBeNull()
  const { id } = await makeDeployment(ada, 'careful-first', workflowId)
  await exportPrompt(projectId, 'What is the net?')
  expect(await listChanges(workflowId)).toEqual([
    { field: 'tool.version', before: '1', after: '2' },
  ])
  await ada.delete(`api/deployment/${id}/`)
  expect((await ada.get(`workflow/${workflowId}/`)).body.live_version).toBeNull()
})

test('an execution that runs keeps its plan while the pipeline and its prompts change', async () => {
  const pipeline = await makePipeline('Kept plan', files(inbox, { outputFolder: 'out-before' }))
  await pipeline.putEnd('SOURCE', { configuration: { folders: ['in'], fileNamePattern: 'plan*' } })
  await writeFile(join(root, 'first/in/plan.txt'), `${note}plan`)
  let letReply = () => {}
  model.script({ until: new Promise<void>((resolve) => (letReply = resolve)), reply: '41.50' })
  const initialCount = model.requests.length
  const executionId = await pipeline.start()
  await expect.poll(() => model.requests.length).toBe(initialCount + 1)

  await pipeline.putEnd('DESTINATION', { configuration: { outputFolder: 'out-after' } })
  await exportPrompt(pipeline.projectId, 'What is the net?')
  letReply()
  await untilEnded(ada, executionId)
  const read = async (path: string) => JSON.parse(await readFile(join(root, 'first', path), 'utf8'))
  expect(await read('out-before/plan.json')).toMatchObject({ output: { total: '41.50' } })

  await writeFile(join(root, 'first/in/plan2.txt'), `${note}plan 2`)
  await pipeline.run()
  expect(await read('out-after/plan2.json')).toMatchObject({ output: { total: '30.00' } })
  expect(await readdir(join(root, 'first/out-before'))).toEqual(['plan.json'])
})

test('two edits at once are both live, in one version after the other', async () => {
  const pipeline = await makePipeline('At once', files(inbox, { outputFolder: 'out-once' }))
  const replies = await Promise.all([
    pipeline.putEnd('SOURCE', { configuration: { folders: ['in'], maxFiles: 7 } }),
    pipeline.putEnd('DESTINATION', { configuration: { outputFolder: 'out-twice' } }),
    exportPrompt(pipeline.projectId, 'What is the net?'),
  ])
  expect(replies.slice(0, 2)).toMatchObject([{ status: 200 }, { status: 200 }])
  expect(await listVersions(pipeline.workflowId)).toHaveLength(4)
  expect(await listChanges(pipeline.workflowId)).toEqual([])
  expect(await pipeline.loadEnds()).toMatchObject([
    { live: { configuration: { maxFiles: 7 } } },
    { live: { configuration: { outputFolder: 'out-twice' } } },
  ])
})

test('a version of other connection types than the workflow is deployed with is not restored', async () => {
  const { toolId } = await makeTotalTool('Retyped')
  const workflowId = await makeWorkflow(ada, 'Retyped', toolId)
  const { id } = await makeDeployment(ada, 'retyped', workflowId)
  await ada.delete(`api/deployment/${id}/`)
  const ends = (await ada.get(`workflow/${workflowId}/endpoint/`)).body
  for (const end of ends) await ada.patch(`workflow/endpoint/${end.id}/`, { connection_type: '' })
  for (const [index, configuration] of [{ folders: ['in'] }, { outputFolder: 'out' }].entries()) {
    await ada.patch(`workflow/endpoint/${ends[index].id}/`, files(inbox, configuration))
  }
  await ada.post('pipeline/', {
    pipeline_name: 'Retyped',
    workflow: workflowId,
    pipeline_type: 'TASK',
  })
  const refusal = await rollBack(workflowId, 1)
  expect([refusal.status, refusal.body.errors[0].detail]).toEqual([
    409,
    'This version has another type of source or destination than the workflow is deployed with.',
  ])
})

test('after an update of the program, the published version runs until the first edit', async () => {
  const api = await makeApi('updated')
  await api.patchStep({ challenge_llm: 'Judge' })
  const { db } = server.ctx
  // The state of an earlier version of the program: an edit that was not published, and no version of the tool.
  await sql`
    update workflow_version set definition = definition - 'toolVersion'
    where workflow_id = ${api.workflowId}`.execute(db)
  await sql`
    update tool_instance set metadata = metadata || '{"enable_challenge": true}'
    where workflow_id = ${api.workflowId}`.execute(db)
  await sql`alter table workflow drop column changes_need_publishing`.execute(db)
  await sql`alter table tool_instance drop column tool_version`.execute(db)

  await up(db as unknown as Kysely<unknown>)
  await using updated = await startedBeside(server)
  const { server: host } = updated
  const person = host.as('admin', { name: 'after' })
  expect(await listVersions(api.workflowId, person)).toEqual([
    [2, true, null],
    [1, false, null],
  ])
  expect(await listChanges(api.workflowId, person)).toEqual([
    { field: 'settings.enable_challenge', before: 'false', after: 'true' },
  ])
  const loadStep = async () =>
    (await person.get(`tool_instance/?workflow=${api.workflowId}`)).body[0]
  const step = await loadStep()
  expect(step).toMatchObject({
    metadata: { enable_challenge: true },
    live: { tool_version: 1, metadata: { enable_challenge: false } },
  })
  const judgedCount = judge.requests.length
  expect(await totalOf(api, host)).toBe('41.50')
  expect(judge.requests).toHaveLength(judgedCount)

  await person.patch(`tool_instance/${step.id}/`, {
    metadata: { ...step.metadata, enable_highlight: true },
  })
  expect(await listChanges(api.workflowId, person)).toEqual([])
  await totalOf(api, host)
  expect(judge.requests).toHaveLength(judgedCount + 1)
})

async function startedBeside(other: TestServer) {
  const started = await startServer({ beside: other })
  return { server: started, [Symbol.asyncDispose]: () => started.close() }
}
