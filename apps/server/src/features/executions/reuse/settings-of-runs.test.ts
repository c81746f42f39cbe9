import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenPort, openPort } from '../../../testing/open-port.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { makeReuseStory, type ReuseStory } from './testing/reuse-story.ts'

let server: TestServer
let models: CannedModelServer
let port: OpenPort
let folder: string

beforeAll(async () => {
  models = await startCannedModelServer({ apiKey: 'right', reply: ({ model }) => `by ${model}` })
  folder = await mkdtemp(join(tmpdir(), 'recto-settings-of-runs-'))
  server = await startServer({
    worker: true,
    env: { RECTO_CONNECTOR_FOLDERS: folder, RECTO_INNER_ADDRESSES: 'on' },
  })
  port = await openPort(server.databaseUrl)
})

afterAll(async () => {
  await server?.close()
  await models?.close()
  await port?.close()
  await rm(folder, { recursive: true, force: true })
})

let storyCount = 0

function makeStory(): Promise<ReuseStory> {
  storyCount += 1
  const name = `settings_${storyCount}`
  const person = server.as('admin')
  return makeReuseStory({ name, person, models, folder, databaseUrl: port.url })
}

/** Returns the names of the models that were called by what is done. */
async function listCalledModels(act: () => Promise<unknown>) {
  const previousCount = models.requests.length
  await act()
  return models.requests.slice(previousCount).map(({ call }) => call?.model)
}

/** Counts the settings that are kept for runs in progress. */
async function countKept({ adapterId }: ReuseStory) {
  const rows = await server.ctx.db
    .selectFrom('earlier_adapter_settings')
    .select('adapter_id')
    .where('adapter_id', '=', adapterId)
    .execute()
  return rows.length
}

test('each run keeps the model that its adapter had when it was created', async () => {
  const story = await makeStory()
  const firstRun = await story.listFiles()
  await story.changeAdapter({ model: 'canned-2' })
  const secondRun = await story.listFiles()
  await story.changeAdapter({ model: 'canned-3' })
  await story.changeAdapter({ model: 'canned-4' })

  const read = (id: string) => () => story.readAndDeliver(id)
  expect(await listCalledModels(read(firstRun))).toEqual(['canned', 'canned'])
  expect(await listCalledModels(read(secondRun))).toEqual(['canned-2', 'canned-2'])
  await clearHistory(story)
  expect(await listCalledModels(() => story.run())).toEqual(['canned-4', 'canned-4'])
})

test('what a run has read with the earlier model is not reused by the next run', async () => {
  const story = await makeStory()
  const id = await story.listFiles()
  await story.changeAdapter({ model: 'canned-2' })
  const { person, workflowId } = story
  const proceed = (execution_action: string) =>
    person.post('workflow/execute/', {
      workflow_id: workflowId,
      execution_id: id,
      execution_action,
    })
  expect(await listCalledModels(() => proceed('NEXT'))).toEqual(['canned', 'canned'])
  await proceed('STOP')

  expect(await listCalledModels(() => story.run())).toEqual(['canned-2', 'canned-2'])
})

test('a run in progress uses a new key, because the service may not accept the old one', async () => {
  const story = await makeStory()
  await story.changeAdapter({ api_key: 'wrong' })
  const id = await story.listFiles()
  await story.changeAdapter({ api_key: 'right' })

  expect(await story.readAndDeliver(id)).toMatchObject({ status: 'COMPLETED' })
  expect(await countKept(story)).toBe(0)
})

test('settings are kept only as long as a run in progress needs them', async () => {
  const story = await makeStory()
  const id = await story.listFiles()
  for (const model of ['canned-2', 'canned-3', 'canned-4']) await story.changeAdapter({ model })
  expect(await countKept(story)).toBe(1)

  await story.readAndDeliver(id)
  await story.changeAdapter({ model: 'canned-5' })
  expect(await countKept(story)).toBe(0)
})

const clearHistory = ({ person, workflowId }: ReuseStory) =>
  person.get(`workflow/${workflowId}/clear-file-marker/`)
