import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { longText, orderNumber, shortText } from '../../../entry/testing/hostile-files.ts'
import {
  deployFields,
  type OrderDeployment,
  sendOrders,
} from '../../../entry/testing/order-deployment.ts'
import type { Compute, ComputeJob } from '../../../platform/compute/compute.ts'
import { deleteHeartbeat, recordHeartbeat } from '../../../platform/work/heartbeats.ts'
import type { TestFile } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { fileQueue } from './run-file.ts'
import { withWorker as runWithWorker } from './testing/with-worker.ts'

// A server without a worker: its files wait until a worker starts.
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

/** Sends a file without waiting. Returns a function that loads its row. */
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

/** Runs a worker until `act` is done, and then stops it. */
const withWorker = (act: () => Promise<void>, compute = server.ctx.compute) =>
  runWithWorker(server, act, { replace: { compute }, stopWithinSeconds: 20 })

/** Creates a compute in which the named operation never ends unless it is aborted. */
function createHangingCompute(operation: string) {
  const { promise: jobStarted, resolve: reportStart } = Promise.withResolvers<ComputeJob>()
  const compute: Compute = {
    ...server.ctx.compute,
    run(job) {
      if (job.operation !== operation) return server.ctx.compute.run(job)
      reportStart(job)
      return new Promise((_, reject) => {
        job.signal?.addEventListener('abort', () => reject(job.signal?.reason))
      })
    },
  }
  return { begun: jobStarted, compute }
}

const findCalls = async (fileId: string) =>
  (await server.ctx.db.selectFrom('model_call').select('call_key').execute()).filter(
    ({ call_key }) => call_key.startsWith(fileId),
  )

test.each(['wholeText', 'understand'])(
  'a stopping worker aborts the running operation (%s), and the next worker pays for nothing again',
  async (operation) => {
    const loadFile = await send(longText(60))
    const previousRequestCount = models.requests.length
    const { begun: jobStarted, compute } = createHangingCompute(operation)

    await withWorker(async () => {
      expect((await jobStarted).signal?.aborted).toBe(false)
    }, compute)
    expect((await jobStarted).signal?.aborted).toBe(true)
    expect(await loadFile()).toMatchObject({ worker_id: null, deaths: 0, finished_at: null })

    await withWorker(async () => {
      await expect.poll(async () => (await loadFile()).status).toBe('COMPLETED')
    })
    expect((await loadFile()).result).toMatchObject({ output: { order: orderNumber } })
    expect(models.requests).toHaveLength(previousRequestCount + 1)
  },
)

test('a reply that arrives after its file was stopped is stored and counted, and the file stays stopped', async () => {
  const loadFile = await send(shortText())
  const previousRequestCount = models.requests.length
  const { promise: mayReply, resolve: letReply } = Promise.withResolvers<void>()
  models.script({ reply: orderNumber, until: mayReply })

  await withWorker(async () => {
    await models.received(previousRequestCount + 1)
    const { id, worker_id } = await loadFile()
    expect(worker_id).not.toBeNull()
    await server.ctx.db
      .updateTable('file_execution')
      .set({ status: 'STOPPED', worker_id: null })
      .where('id', '=', id)
      .execute()
    letReply()
    await expect.poll(() => findCalls(id)).toHaveLength(1)
  })
  const { id, status, result } = await loadFile()
  expect({ status, result }).toEqual({ status: 'STOPPED', result: null })

  await withWorker(async () => {})
  expect(await loadFile()).toMatchObject({ id, status: 'STOPPED', worker_id: null })
  expect(models.requests).toHaveLength(previousRequestCount + 1)
})

test('a worker that resumes its heartbeat just before its files are released keeps them', async () => {
  const { db } = server.ctx
  const loadFile = await send(shortText())
  const { id } = await loadFile()
  await db.updateTable('file_execution').set({ worker_id: 'late' }).where('id', '=', id).execute()
  await recordHeartbeat(db, { workerId: 'late', leaseSeconds: 60 })
  // The worker was found silent by a process that has not checked it again since.
  const release = { of: ['late'], onlySilent: true, isDeath: true }

  expect(await fileQueue.release(db, release)).toBe(0)
  expect(await fileQueue.release(db, { onlySilent: true, isDeath: true })).toBe(0)
  expect(await loadFile()).toMatchObject({ worker_id: 'late', deaths: 0 })

  await deleteHeartbeat(db, 'late')
  expect(await fileQueue.release(db, release)).toBe(1)
  expect(await loadFile()).toMatchObject({ worker_id: null, deaths: 1 })
})
