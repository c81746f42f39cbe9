import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { untilEnded } from '../../../testing/make-pipeline.ts'
import { makeDeployment, makeWorkflow } from '../../../testing/make-tool.ts'
import { note, openDeployedStory } from './testing/deployed-story.ts'

const {
  close,
  root,
  model,
  judge,
  otherJudge,
  server,
  ada,
  inbox,
  otherInbox,
  tables,
  makeTotalTool,
  exportPrompt,
  files,
  makePipeline,
  makeApi,
  totalOf,
  listVersions,
  listChanges,
  rollBack,
} = await openDeployedStory()
afterAll(close)

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

  const otherTool = await makeTotalTool('Other tool')
  await exportPrompt(otherTool.projectId, 'What is the net?')
  await ada.post('tool_instance/', { workflow_id: api.workflowId, tool_id: otherTool.toolId })
  expect(await totalOf(api)).toBe('30.00')
  await rollBack(api.workflowId, 1)
  expect(await api.loadStep()).toMatchObject({ tool_id: api.toolId })
  expect(await totalOf(api)).toBe('41.50')
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

test('edits at the same time are all live, in one version after the other', async () => {
  const pipeline = await makePipeline('At once', files(inbox, { outputFolder: 'out-once' }))
  const rounds = 8
  for (let round = 1; round <= rounds; round++) {
    const [source, destination] = await Promise.all([
      pipeline.putEnd('SOURCE', { configuration: { folders: ['in'], maxFiles: round } }),
      pipeline.putEnd('DESTINATION', { configuration: { outputFolder: `out-${round}` } }),
      exportPrompt(pipeline.projectId, `What is the net of ${round}?`),
    ])
    expect([source.status, destination.status]).toEqual([200, 200])
    expect(await listChanges(pipeline.workflowId)).toEqual([])
    expect(await pipeline.loadEnds()).toMatchObject([
      { live: { configuration: { maxFiles: round } } },
      { live: { configuration: { outputFolder: `out-${round}` } } },
    ])
  }
  expect(await listVersions(pipeline.workflowId)).toHaveLength(1 + 3 * rounds)
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
