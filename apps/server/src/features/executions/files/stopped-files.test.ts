import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longText, orderNumber, shortText } from '../../../entry/testing/hostile-files.ts'
import {
  deployFields,
  type OrderDeployment,
  sendOrders,
} from '../../../entry/testing/order-deployment.ts'
import type { Compute, ComputeJob } from '../../../platform/compute/compute.ts'
import { beat, deleteHeartbeats } from '../../../platform/jobs/heartbeat.ts'
import type { TestFile } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { releaseFiles } from './claimed-files.store.ts'
import { withWorker as runWithWorker } from './testing/with-worker.ts'

// A server that only serves: what it takes in waits until a worker comes.
let server: TestServer
let models: CannedModelServer
let deployment: OrderDeployment

beforeAll(async () => {
  models = await startCannedModelServer({ reply: orderNumber })
  server = await startServer()
  deployment = await deployFields(server.as('admin'), {
    name: 'orders',
    modelUrl: models.url,
    fields: [{ key: 'order', prompt: 'What is the order number?' }],
    sample: { ...shortText(), field: 'file' },
  })
})
afterAll(async () => {
  await server?.close()
  await models?.close()
})

/** Sends a file without waiting. Returns how to look at it. */
async function send(file: TestFile) {
  const { body } = await sendOrders(server.anonymous, deployment, { files: [file], seconds: 0 })
  const { execution_id } = body.message
  return () =>
    server.ctx.db
      .selectFrom('file_execution')
      .selectAll()
      .where('execution_id', '=', execution_id)
      .executeTakeFirstOrThrow()
}

/** A worker until the work is done; then it is stopped. */
const withWorker = (act: () => Promise<void>, compute = server.ctx.compute) =>
  runWithWorker(server, act, { replace: { compute }, stopWithinSeconds: 20 })

/** Processes in which the work that is named never ends by itself. */
function holding(operation: string) {
  const { promise: begun, resolve: begin } = Promise.withResolvers<ComputeJob>()
  const compute: Compute = {
    ...server.ctx.compute,
    run(job) {
      if (job.operation !== operation) return server.ctx.compute.run(job)
      begin(job)
      return new Promise((_, reject) => {
        job.signal?.addEventListener('abort', () => reject(job.signal?.reason))
      })
    },
  }
  return { begun, compute }
}

const callsOf = async (fileId: string) =>
  (await server.ctx.db.selectFrom('model_call').select('call_key').execute()).filter(
    ({ call_key }) => call_key.startsWith(fileId),
  )

test.each(['wholeText', 'understand'])(
  'a worker that stops ends the work of a process (%s), and the next one pays nothing again',
  async (operation) => {
    const look = await send(longText(60))
    const before = models.requests.length
    const { begun, compute } = holding(operation)

    await withWorker(async () => {
      expect((await begun).signal?.aborted).toBe(false)
    }, compute)
    expect((await begun).signal?.aborted).toBe(true)
    expect(await look()).toMatchObject({ worker_id: null, deaths: 0, finished_at: null })

    await withWorker(async () => {
      await expect.poll(async () => (await look()).status).toBe('COMPLETED')
    })
    expect((await look()).result).toMatchObject({ output: { order: orderNumber } })
    expect(models.requests).toHaveLength(before + 1)
  },
)

test('a reply that comes after its file was stopped is kept and counted, and the file stays stopped', async () => {
  const look = await send(shortText())
  const before = models.requests.length
  const { promise: mayReply, resolve: letReply } = Promise.withResolvers<void>()
  models.script({ reply: orderNumber, until: mayReply })

  await withWorker(async () => {
    await models.received(before + 1)
    const { id, worker_id } = await look()
    expect(worker_id).not.toBeNull()
    await server.ctx.db
      .updateTable('file_execution')
      .set({ status: 'STOPPED', worker_id: null })
      .where('id', '=', id)
      .execute()
    letReply()
    await expect.poll(() => callsOf(id)).toHaveLength(1)
  })
  const { id, status, result } = await look()
  expect({ status, result }).toEqual({ status: 'STOPPED', result: null })

  await withWorker(async () => {})
  expect(await look()).toMatchObject({ id, status: 'STOPPED', worker_id: null })
  expect(models.requests).toHaveLength(before + 1)
})

test('a worker that has come back just before its files are given to others keeps them', async () => {
  const { db } = server.ctx
  const file = await send(shortText())
  const { id } = await file()
  await db.updateTable('file_execution').set({ worker_id: 'late' }).where('id', '=', id).execute()
  await beat(db, { executorId: 'late', leaseSeconds: 60 })
  // Found silent by somebody who has not looked again since.
  const dead = { of: ['late'], onlySilent: true, isDeath: true }

  expect(await releaseFiles({ db }, dead)).toBe(0)
  expect(await releaseFiles({ db }, { onlySilent: true, isDeath: true })).toBe(0)
  expect(await file()).toMatchObject({ worker_id: 'late', deaths: 0 })

  await deleteHeartbeats(db, ['late'])
  expect(await releaseFiles({ db }, dead)).toBe(1)
  expect(await file()).toMatchObject({ worker_id: null, deaths: 1 })
})
