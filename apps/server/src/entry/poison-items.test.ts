import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startTextService,
  type TextService,
} from '../features/text-service/testing/start-text-service.ts'
import { connect } from '../platform/db/connect.ts'
import { openSlotPool } from '../platform/work/slot-pool.ts'
import { startWorker } from '../platform/work/start-worker.ts'
import { makeDeployment, makeTool, makeWorkflow } from '../testing/make-tool.ts'
import type { Person } from '../testing/people.ts'
import { createRunnableProject } from '../testing/runnable-project.ts'
import { studioOf } from '../testing/studio.ts'
import { orderNumber, shortText } from './testing/hostile-files.ts'
import { openPostOffice, type PostOffice } from './testing/kills/all-work/mails.ts'
import { sendOrders } from './testing/order-deployment.ts'

// A server without a worker: its items wait until a worker starts.
let service: TextService
let model: CannedModelServer
let receiver: Server
let postOffice: PostOffice
let admin: Person
const cleaning = new AsyncDisposableStack()

beforeAll(async () => {
  model = await startCannedModelServer({ reply: orderNumber })
  cleaning.defer(() => model.close())
  postOffice = await openPostOffice(cleaning)
  receiver = createServer((_request, response) => response.end()).listen(0, '127.0.0.1')
  cleaning.defer(() => void receiver.close())
  await once(receiver, 'listening')
  service = await startTextService({
    worker: false,
    env: {
      RECTO_INNER_ADDRESSES: 'on',
      RECTO_MAIL_URL: postOffice.url,
      RECTO_PUBLIC_URL: 'https://recto.example.org',
    },
  })
  cleaning.defer(service.close)
  admin = service.server.as('admin')
})
afterAll(() => cleaning.disposeAsync())

/** Runs a worker of some queues until `act` is done. */
async function withWorker(
  isServed: (queue: string) => boolean,
  act: () => Promise<void>,
): Promise<void> {
  const { ctx, databaseUrl } = service.server
  const { jobs, queues } = await import('./process/jobs.ts')
  const { pool, close } = connect(databaseUrl, ctx.log)
  const worker = await startWorker({
    pool,
    databaseUrl,
    jobs: isServed('platform/run-job') ? jobs : [],
    needs: ctx,
    events: ctx.events,
    queues: { all: queues.filter(({ name }) => isServed(name)), slots: openSlotPool() },
    log: ctx.log,
    isOnlyWorker: true,
  })
  await act().finally(async () => {
    await worker.stop({ withinSeconds: 3 })
    await close()
  })
}

/** As after 25 workers that died while they held the item. */
const markAsPoison = (table: string, id: string) =>
  sql`update ${sql.table(table)} set deaths = 25 where id = ${id}`.execute(service.server.ctx.db)

async function sendFiles(deploymentName: string) {
  const question = 'What is the order number?'
  const { toolId } = await makeTool(admin, {
    name: deploymentName,
    fields: [{ key: 'order', prompt: question }],
    sample: { ...shortText(), field: 'file' },
    llmId: await studioOf(admin).cannedLlm(model),
  })
  const workflowId = await makeWorkflow(admin, deploymentName, toolId)
  const deployment = await makeDeployment(admin, deploymentName, workflowId)
  const { body: notification } = await admin.post('notifications/', {
    name: 'Hook',
    url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`,
    notification_type: 'WEBHOOK',
    platform: 'API',
    authorization_type: 'NONE',
    pipeline: '',
    api: deployment.id,
    is_active: true,
  })
  const send = async () => {
    const files = [shortText()]
    const { body } = await sendOrders(service.server.anonymous, deployment, { files, seconds: 0 })
    const { id } = await service.server.ctx.db
      .selectFrom('file_execution')
      .select('id')
      .where('execution_id', '=', body.message.execution_id)
      .executeTakeFirstOrThrow()
    return id
  }
  const messages = async () =>
    (await admin.get(`notifications/${notification.id}/deliveries/`)).body.results
  return { fileIds: [await send(), await send()] as const, messages }
}

async function queueRegressionTests() {
  const studio = studioOf(admin)
  const queueOne = async () => {
    const llm = await studio.cannedLlm(model)
    const { tool_id, document_id } = await studio.runnable(
      { ...shortText(), field: 'file' },
      { profile: { llm, chunk_size: 0 } },
    )
    const { prompt_id } = await studio.prompt(tool_id, {
      prompt_key: 'order',
      prompt: 'What is the order number?',
    })
    const truth = { prompt_id, document_id, truth: orderNumber }
    await admin.put(`prompt-studio/${tool_id}/truths/`, truth)
    const path = `prompt-studio/${tool_id}/verifications/`
    const { id } = (await admin.post(path)).body
    return { id, path: `${path}${id}/` }
  }
  return [await queueOne(), await queueOne()] as const
}

async function queueMails() {
  const { db } = service.server.ctx
  const addresses = ['ana@example.org', 'ben@example.org']
  const ids: string[] = []
  for (const email of addresses) {
    const users = [{ email, role: 'reviewer' }]
    await admin.post('users/invite/', { users })
    const rows = await db.selectFrom('outgoing_mail').select('id').execute()
    ids.push(rows.find(({ id }) => !ids.includes(id))?.id ?? '')
  }
  const load = (index: number) =>
    db
      .selectFrom('outgoing_mail')
      .select(['sealed', 'sent_at', 'last_error'])
      .where('id', '=', ids[index] ?? '')
      .executeTakeFirstOrThrow()
  return { ids, load }
}

test('a poison item of every kind fails with the reason and without a call, and the one beside it is done', async () => {
  const { db } = service.server.ctx
  const { fileIds, messages } = await sendFiles('poison')
  await markAsPoison('file_execution', fileIds[0])
  const endsOfFiles = async () => {
    const rows = await db.selectFrom('file_execution').select(['id', 'status', 'error']).execute()
    return fileIds.map((id) => rows.find((row) => row.id === id))
  }
  const requestsBefore = model.requests.length
  await withWorker(
    (queue) => queue === 'executions/run-file',
    async () => {
      await expect
        .poll(async () => (await endsOfFiles()).map((row) => row?.status))
        .toEqual(['ERROR', 'COMPLETED'])
    },
  )
  expect((await endsOfFiles())[0]?.error).toMatch(/^The worker crashed 25 times/)
  expect(model.requests.length).toBe(requestsBefore + 1)

  // Each execution that ended has queued a message, and no worker has sent one so far.
  const [poisonMessage, goodMessage] = await messages()
  await markAsPoison('notification_delivery', poisonMessage.id)
  const project = await createRunnableProject(
    { studio: studioOf(admin), model, invoice: { ...shortText(), field: 'file' } },
    { count: 2, profile: { chunk_size: 0 }, owner: studioOf(admin) },
  )
  const [poisonRun, goodRun] = (await project.start()).body.runs
  await markAsPoison('studio_run', poisonRun.id)
  const [poisonTest, goodTest] = await queueRegressionTests()
  await markAsPoison('verification', poisonTest.id)
  const poisonText = await service.client.upload('A letter.\n')
  const [job] = await db
    .selectFrom('work_item')
    .select('id')
    .where('kind', '=', 'text-service/extract-text')
    .execute()
  await markAsPoison('work_item', job?.id ?? '')
  const goodText = await service.client.upload('Another letter.\n')
  const mails = await queueMails()
  await markAsPoison('outgoing_mail', mails.ids[0] ?? '')
  const requestsOfStudio = model.requests.length

  const stateOf = async (runId: string) =>
    (await project.runs()).find(({ id }) => id === runId) ?? { state: 'done' }
  await withWorker(
    () => true,
    async () => {
      const crashMessage = expect.stringContaining('crashed')
      expect(await service.client.untilDone(poisonText)).toMatchObject({
        status: 'error',
        message: crashMessage,
      })
      expect(await service.client.untilDone(goodText)).toMatchObject({ status: 'processed' })
      await expect
        .poll(() => stateOf(poisonRun.id))
        .toMatchObject({ state: 'failed', error: crashMessage })
      await expect.poll(() => stateOf(goodRun.id)).toMatchObject({ state: 'done' })
      const testAt = async (path: string) => (await admin.get(path)).body
      await expect
        .poll(() => testAt(poisonTest.path))
        .toMatchObject({ state: 'failed', error: crashMessage })
      await expect.poll(() => testAt(goodTest.path)).toMatchObject({ state: 'done', error: null })
      const messageWith = async (messageId: string) =>
        (await messages()).find(({ id }: { readonly id: string }) => id === messageId)
      await expect
        .poll(() => messageWith(poisonMessage.id))
        .toMatchObject({ state: 'DEAD', error: crashMessage })
      await expect.poll(() => messageWith(goodMessage.id)).toMatchObject({ state: 'DELIVERED' })
      await expect
        .poll(() => mails.load(0))
        .toMatchObject({ sealed: null, last_error: crashMessage })
      await expect.poll(() => mails.load(1)).toMatchObject({ sent_at: expect.any(Date) })
    },
  )
  expect((await mails.load(0)).sent_at).toBeNull()
  expect(postOffice.acceptances.map(({ id }) => id)).toEqual(['ben@example.org'])
  // One of the run and one of the regression test that are good.
  expect(model.requests.length).toBe(requestsOfStudio + 2)
})
