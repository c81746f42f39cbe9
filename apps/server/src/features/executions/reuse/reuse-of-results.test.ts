import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { untilEnded } from '../../../testing/make-pipeline.ts'
import { makeDeployment, makeWorkflow } from '../../../testing/make-tool.ts'
import { type OpenPort, openPort } from '../../../testing/open-port.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import {
  type Case,
  cases,
  clear,
  first,
  readAgain,
  reusedResult,
  second,
  type TableStory,
} from './testing/changes.ts'
import { makeReuseStory } from './testing/reuse-story.ts'

let server: TestServer
let models: CannedModelServer
let port: OpenPort
let folder: string

// The model answers every prompt with the number of its edition.
let edition: number

beforeAll(async () => {
  models = await startCannedModelServer({ apiKey: 'right', reply: () => `100${edition}` })
  folder = await mkdtemp(join(tmpdir(), 'recto-reuse-'))
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

beforeEach(() => {
  edition = 1
})

let storyCount = 0

/** Creates a workflow whose table refuses every row until it is repaired. */
async function makeStory(): Promise<TableStory> {
  storyCount += 1
  const name = `reuse_${storyCount}`
  await sql`create table ${sql.table(name)} (id text primary key, file_path text,
    execution_id text, data text, unknown text not null)`.execute(server.ctx.db)
  const person = server.as('admin')
  const story = await makeReuseStory({ name, person, models, folder, databaseUrl: port.url })
  const deleteTable = () => sql`drop table ${sql.table(name)}`.execute(server.ctx.db)
  return { ...story, deleteTable }
}

const repairTable = ({ name }: TableStory) =>
  sql`alter table ${sql.table(name)} drop column unknown`.execute(server.ctx.db)

/** Returns the values that have arrived in a table, oldest delivery first. */
async function findArrived(table: string): Promise<unknown[]> {
  const { rows } = await sql<{ data: string }>`
    select row.data from ${sql.table(table)} row
    join file_execution f on f.id::text = row.id order by f.finished_at`.execute(server.ctx.db)
  return rows.map(({ data }) => JSON.parse(data))
}

/** Counts the model calls of what is done. */
async function countCalls<T>(act: () => Promise<T>) {
  const previousCount = models.requests.length
  const outcome = await act()
  return { outcome, calls: models.requests.length - previousCount }
}

async function expectNextRun(
  story: TableStory,
  { next, options, arrivesIn }: Omit<Case, 'change'>,
) {
  edition = 2
  const { outcome: execution, calls } = await countCalls(() => story.run(options))
  const arrivedValues = await findArrived(arrivesIn ?? story.name)
  expect({
    calls,
    reused: execution.reused_files,
    skipped: execution.skipped_files,
    status: execution.status,
    arrived: arrivedValues,
  }).toEqual({ skipped: 0, status: 'COMPLETED', ...next })
}

describe('after a failed delivery, the next run, before which', () => {
  test.each(cases)('$change', async ({ act, ...expectation }) => {
    const story = await makeStory()
    const { outcome: failedRun, calls } = await countCalls(() => story.run())
    expect(failedRun).toMatchObject({ status: 'ERROR', failed_files: 1, reused_files: 0 })
    expect(calls).toBe(2)

    await repairTable(story)
    await act?.(story)

    await expectNextRun(story, expectation)
  })
})

describe('after a stop in step mode, the next run, before which', () => {
  const names = [
    'nothing is changed',
    'the adapter gets another model',
    'the cache is cleared',
    'the file history is cleared',
  ]
  test.each(cases.filter(({ change }) => names.includes(change)))(
    '[WF-093] $change',
    async ({ act, ...expectation }) => {
      const story = await makeStory()
      await repairTable(story)
      const { outcome: stoppedRun, calls } = await countCalls(() => story.stopAfterReading())
      expect(stoppedRun.status).toBe('STOPPED')
      expect(calls).toBe(2)

      await act?.(story)

      await expectNextRun(story, expectation)
    },
  )
})

describe('after the result was delivered, the next run, before which', () => {
  const clearHistory = clear('clear-file-marker')
  const secondDelivery = { calls: 2, reused: 0, arrived: [first, second] }
  const skippedFile = { calls: 0, reused: 0, skipped: 1, arrived: [first] }
  const deliveredCases: readonly Case[] = [
    { change: 'nothing is changed', next: skippedFile },
    { change: 'the cache is cleared', act: clear('clear-cache'), next: skippedFile },
    { change: 'the file history is cleared', act: clearHistory, next: secondDelivery },
    {
      change: 'the table is deleted and the file history cleared',
      async act(story) {
        await story.deleteTable()
        await clearHistory(story)
      },
      next: readAgain,
    },
    {
      change: 'the tool is changed',
      act: (story) => story.changeToolSettings({ enable_embedded_data: true }),
      next: secondDelivery,
    },
  ]
  test.each(deliveredCases)('[WF-106] $change', async ({ act, ...expectation }) => {
    const story = await makeStory()
    await story.run()
    await repairTable(story)
    const { outcome: retry, calls } = await countCalls(() => story.run())
    expect(retry).toMatchObject({ status: 'COMPLETED', reused_files: 1 })
    expect(calls).toBe(0)

    await act?.(story)

    await expectNextRun(story, expectation)
  })
})

test('a result is reused once only, also when its file is listed again', async () => {
  const story = await makeStory()
  await story.run()
  await repairTable(story)
  await story.run()
  // The file is processed again because its rows go elsewhere, not because of a clear.
  const table = `${story.name}_moved`
  await story.chooseTable(table)

  await expectNextRun(story, {
    arrivesIn: table,
    next: { calls: 2, reused: 0, arrived: [second] },
  })
})

test('a file that was delivered is not processed again because a folder is added', async () => {
  const story = await makeStory()
  await story.run()
  await repairTable(story)
  await story.run()
  await story.addFolder()

  await expectNextRun(story, { next: { calls: 0, reused: 0, skipped: 1, arrived: [first] } })
})

test('the history of one content at two paths is cleared at once', async () => {
  const story = await makeStory()
  await story.copyFile('copy.txt')
  await story.run()

  const { status } = await story.person.post(`workflow/${story.workflowId}/file-histories/clear/`, {
    status: ['COMPLETED'],
  })

  expect(status).toBe(200)
})

test('what a dry run has read is delivered by the next run without being read again', async () => {
  const story = await makeStory()
  await repairTable(story)
  const { outcome: dryRun, calls } = await countCalls(() => story.run({ dry_run: true }))
  expect(dryRun).toMatchObject({ status: 'COMPLETED', reused_files: 0 })
  expect(calls).toBe(2)

  await expectNextRun(story, { next: reusedResult })
})

test('a file that is being read while the cache is cleared is read again by the next run', async () => {
  const story = await makeStory()
  const previousCount = models.requests.length
  const { promise: mayReply, resolve: letReply } = Promise.withResolvers<void>()
  models.script({ until: mayReply, reply: '1001' }, { until: mayReply, reply: '1001' })
  const runPromise = story.run()
  await models.received(previousCount + 1)
  await clear('clear-cache')(story)
  letReply()
  expect(await runPromise).toMatchObject({ status: 'ERROR', failed_files: 1 })

  await repairTable(story)
  await expectNextRun(story, { next: readAgain })
})

describe('a request that uses the file history', () => {
  const historyCases = [
    { change: 'nothing is changed', act: undefined, calls: 0 },
    { change: 'the cache is cleared', act: clear('clear-cache'), calls: 2 },
    { change: 'the file history is cleared', act: clear('clear-file-marker'), calls: 2 },
  ]
  test.each(historyCases)('is answered when $change', async ({ act, calls: expectedCalls }) => {
    const story = await makeStory()
    const workflowId = await makeWorkflow(story.person, `${story.name} by call`, story.toolId)
    const { path, key } = await makeDeployment(story.person, `${story.name}_api`, workflowId)
    const call = () =>
      server.anonymous.upload(
        path,
        {
          files: [{ name: 'order.txt', content: 'Order 7\n', field: 'files' }],
          fields: { timeout: '60', use_file_history: 'true' },
        },
        { headers: { authorization: `Bearer ${key}` } },
      )
    const firstReply = await call()
    expect(firstReply.body.message.result[0].result.output).toEqual(first)
    await act?.({ ...story, workflowId })

    edition = 2
    const { outcome: reply, calls } = await countCalls(call)
    const expectedOutput = expectedCalls === 0 ? first : second
    expect(reply.body.message.result[0].result.output).toEqual(expectedOutput)
    expect(calls).toBe(expectedCalls)
    const { body: execution } = await story.person.get(
      `execution/${reply.body.message.execution_id}/`,
    )
    expect(execution.reused_files).toBe(expectedCalls === 0 ? 1 : 0)
  })
})

test('the log of a run names the files that were not read again', async () => {
  const story = await makeStory()
  await story.run()
  await repairTable(story)
  const { id } = await story.run()

  const readLogs = async () =>
    JSON.stringify((await story.person.get(`execution/${id}/logs/?page_size=100`)).body)
  await expect.poll(readLogs).toContain('1 from earlier results')
  expect(await readLogs()).toMatch(/“[^”]*order\.txt” was not read again/)
})

test('[DP-063] a pipeline that is synced without earlier results reads everything', async () => {
  const story = await makeStory()
  const { body: pipeline } = await story.person.post('pipeline/', {
    pipeline_name: `Pipeline ${storyCount}`,
    workflow: story.workflowId,
    pipeline_type: 'ETL',
  })
  const sync = async (extraFields: Readonly<Record<string, unknown>> = {}) => {
    const { body } = await story.person.post('pipeline/execute/', {
      pipeline_id: pipeline.id,
      ...extraFields,
    })
    return untilEnded(story.person, body.execution.execution_id)
  }
  expect(await sync()).toMatchObject({ status: 'ERROR', reused_files: 0 })
  // The table still refuses the row, so each run tells only whether it has read the file.
  expect(await sync()).toMatchObject({ status: 'ERROR', reused_files: 1 })
  const { outcome: execution, calls } = await countCalls(() => sync({ use_earlier_results: false }))
  expect(execution).toMatchObject({ status: 'ERROR', reused_files: 0 })
  expect(calls).toBe(2)
})
