import { type Kysely, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { up } from '../../../platform/db/migrations/0485-edits-of-deployed-workflows.ts'
import { makeDeployment, makeWorkflow } from '../../../testing/make-tool.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { openDeployedStory } from './testing/deployed-story.ts'

const {
  close,
  judge,
  server,
  ada,
  makeTotalTool,
  exportPrompt,
  makeApi,
  totalOf,
  listVersions,
  listChanges,
  rollBack,
} = await openDeployedStory()
afterAll(close)

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

test('100 versions of a workflow are kept, and the version of a tool that is live', async () => {
  const api = await makeApi('many')
  for (let count = 1; count <= 101; count++) {
    await api.patchStep({ enable_highlight: count % 2 === 1 })
  }
  const versions = await listVersions(api.workflowId)
  expect(versions).toHaveLength(100)
  expect([versions[0], versions.at(-1)]).toEqual([
    [102, true, null],
    [3, false, null],
  ])

  await api.patchWorkflow({ changes_need_publishing: true })
  await exportPrompt(api.projectId, 'What is the net?')
  for (let count = 1; count <= 100; count++) {
    const reply = await ada.post(`prompt-studio/${api.projectId}/versions/2/restore/`, {})
    expect(reply.status).toBe(200)
    if (count === 1) expect(await totalOf(api)).toBe('41.50')
  }
  const { body: toolVersions } = await ada.get(`prompt-studio/${api.projectId}/versions/`)
  expect(toolVersions.at(-1)).toMatchObject({ version: 1 })
  expect(await totalOf(api)).toBe('41.50')
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
  await using updatedServer = await startedBeside(server)
  const { server: host } = updatedServer
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

async function startedBeside(otherServer: TestServer) {
  const newServer = await startServer({ beside: otherServer })
  return { server: newServer, [Symbol.asyncDispose]: () => newServer.close() }
}
