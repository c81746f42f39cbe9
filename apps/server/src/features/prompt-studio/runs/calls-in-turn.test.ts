import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/database.ts'
import type { TestFile } from '../../../testing/people.ts'
import { createRunnableProject } from '../../../testing/runnable-project.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'
import { releaseJoinedRows } from '../queue/claimed-runs.store.ts'

let server: TestServer
let ada: Studio
let invoice: TestFile

beforeAll(async () => {
  server = await startServer({ worker: true, env: { RECTO_CALLS_PER_ADAPTER: '2' } })
  ada = studioOf(server.as('admin'))
  const [sample] = await sampleInvoices()
  invoice = { name: sample!.name, content: sample!.file }
})
afterAll(() => server.close())

/** Runs this many prompts on the invoice in one request and returns the rows of the reply. */
async function projectOn(model: CannedModelServer, prompts: number, studio = ada) {
  const llm = await studio.cannedLlm(model)
  const { tool_id, document_id } = await studio.runnable(invoice, { profile: { llm } })
  const prompt_ids: string[] = []
  for (let number = 1; number <= prompts; number++) {
    const fields = { prompt_key: `field_${number}`, prompt: `What is the field ${number}?` }
    prompt_ids.push((await studio.prompt(tool_id, fields)).prompt_id)
  }
  return async () => {
    const request = { prompt_ids, document_id }
    const { body } = await studio.person.post(
      `prompt-studio/bulk_fetch_response/${tool_id}`,
      request,
    )
    return body as readonly { readonly output?: string; readonly status?: string }[]
  }
}

test('limits concurrent calls of an adapter to the configured number', async () => {
  let underWay = 0
  let maxInFlight = 0
  await using model = await startCannedModelServer({
    latencyMs: 20,
    reply: 'of the model',
    onReceived() {
      underWay += 1
      maxInFlight = Math.max(maxInFlight, underWay)
    },
    onEnded() {
      underWay -= 1
    },
  })
  const run = await projectOn(model, 6)

  const lines = await run()

  expect(lines.map(({ output }) => output)).toEqual(Array(6).fill('of the model'))
  expect(maxInFlight).toBe(2)
})

test('does not let an unresponsive adapter delay others', async () => {
  const silent = await startCannedModelServer()
  await using quick = await startCannedModelServer({ reply: 'at once' })
  silent.script({ fault: 'silence' }, { fault: 'silence' })
  const runSilent = await projectOn(silent, 6, studioOf(server.as('user')))
  const runQuick = await projectOn(quick, 6)
  const pendingRun = runSilent()
  await expect.poll(() => silent.requests.length).toBe(2)

  expect((await runQuick()).map(({ output }) => output)).toEqual(Array(6).fill('at once'))

  await silent.close()
  expect((await pendingRun).map(({ status }) => status)).toEqual(Array(6).fill('failed'))
  expect(silent.requests).toHaveLength(2)
})

test('gives back the runs of a batch without their leader, whose failure is still to be stored', async () => {
  await using model = await startCannedModelServer()
  const { start } = await createRunnableProject(
    { studio: ada, model, invoice },
    { count: 2, profile: {}, owner: ada },
  )
  const { promise: until, resolve: letReply } = Promise.withResolvers<void>()
  model.script({ reply: 'of the model', until }, { reply: 'of the model', until })
  const { body } = await start()
  await model.received(2)
  const [leaderId, ledId] = body.runs.map(({ id }: { readonly id: string }) => id)
  const { organization_id: organizationId, worker_id } = await server.ctx.db
    .selectFrom('studio_run')
    .select(['organization_id', 'worker_id'])
    .where('id', '=', leaderId)
    .executeTakeFirstOrThrow()
  const workerId = String(worker_id)
  const stateById = new Map<string, string>()

  const rolledBack = inTransaction({ db: server.ctx.db, organizationId }, async (tenant) => {
    const { db } = tenant
    await db.updateTable('studio_run').set({ led_by: leaderId }).where('id', '=', ledId).execute()
    expect(await releaseJoinedRows(tenant, { leaderId, workerId })).toBe(1)
    const rows = await db
      .selectFrom('studio_run')
      .select(['id', 'state'])
      .where('id', 'in', [leaderId, ledId])
      .execute()
    for (const { id, state } of rows) stateById.set(id, state)
    throw new Error('Undo it.')
  })

  await expect(rolledBack).rejects.toThrow('Undo it.')
  expect([stateById.get(leaderId), stateById.get(ledId)]).toEqual(['running', 'waiting'])
  letReply()
})
