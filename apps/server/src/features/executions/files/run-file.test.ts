import { sampleInvoices } from '@recto/testkit/sample-documents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tenant } from '../../../platform/db/database.ts'
import { recordEventLoopStall } from '../../../platform/work/watchdog/event-loop-stalls.ts'
import { makeDeployment, makeTool, makeWorkflow } from '../../../testing/make-tool.ts'
import type { Person, TestFile } from '../../../testing/people.ts'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { awaitExecution } from '../await-execution.ts'
import { findExecution } from '../executions.store.ts'
import { findFilesOfExecution } from './file-executions.store.ts'
import { finishFile } from './run-file.store.ts'
import { fileQueue } from './run-file.ts'
import { withWorker as runWithWorker } from './testing/with-worker.ts'

// A server without a worker: its files wait until a worker starts.
let server: TestServer
let ana: Person
let invoice: TestFile
let tenant: Tenant
let deployment: { readonly path: string; readonly key: string }

beforeAll(async () => {
  server = await startServer()
  ana = server.as('admin')
  const [sample] = await sampleInvoices()
  invoice = { name: sample?.name ?? '', content: sample?.file ?? '', field: 'files' }
  const fields = [{ key: 'total', prompt: 'What is the total amount?', type: 'number' }]
  const tool = await makeTool(ana, {
    name: 'Invoices',
    fields,
    sample: { ...invoice, field: 'file' },
  })
  const workflowId = await makeWorkflow(ana, 'Invoices', tool.toolId)
  deployment = await makeDeployment(ana, 'invoices', workflowId)
  const { id } = await server.ctx.db
    .selectFrom('organization')
    .select('id')
    .where('slug', '=', server.ctx.config.organization)
    .executeTakeFirstOrThrow()
  tenant = { db: server.ctx.db, organizationId: id }
})

afterAll(() => server?.close())

/** Sends the sample without waiting. Returns the execution's id. */
async function send(): Promise<string> {
  const options = { headers: { authorization: `Bearer ${deployment.key}` } }
  const parts = { files: [invoice], fields: { timeout: '0' } }
  const { body } = await server.anonymous.upload(deployment.path, parts, options)
  return body.message.execution_id
}

const loadFile = async (executionId: string) => {
  const [file] = await findFilesOfExecution(tenant, executionId)
  if (!file) throw new Error('The execution has no file.')
  return file
}

const withWorker = (act: () => Promise<void>) => runWithWorker(server, act)

async function awaitEnd(executionId: string) {
  const acceptedExecution = (await findExecution(tenant, executionId))!
  return (await awaitExecution(server.ctx, tenant, { acceptedExecution, seconds: 20 })).execution
}

test('a file that no process started immediately waits until a worker claims it', async () => {
  const executionId = await send()
  expect(await loadFile(executionId)).toMatchObject({ status: 'PENDING', worker_id: null })

  await withWorker(async () => {
    expect(await awaitEnd(executionId)).toMatchObject({ status: 'COMPLETED', successful_files: 1 })
  })
  expect(await loadFile(executionId)).toMatchObject({ status: 'COMPLETED', worker_id: null })
})

test('a file of a dead worker is run by the next worker, and the death is counted', async () => {
  const executionId = await send()
  const { id } = await loadFile(executionId)
  await tenant.db
    .updateTable('file_execution')
    .set({ worker_id: 'dead', status: 'EXECUTING' })
    .where('id', '=', id)
    .execute()

  await withWorker(async () => {
    expect(await awaitEnd(executionId)).toMatchObject({ status: 'COMPLETED' })
  })
  expect(await loadFile(executionId)).toMatchObject({ status: 'COMPLETED', deaths: 1 })
})

test('the result of a worker is discarded after another worker took over its file', async () => {
  const executionId = await send()
  const file = await loadFile(executionId)
  const { id } = file
  await tenant.db
    .updateTable('file_execution')
    .set({ worker_id: 'second', status: 'EXECUTING' })
    .where('id', '=', id)
    .execute()
  const outcome = { status: 'COMPLETED', result: { output: { total: 'late' } }, used: [] } as const

  const lateFile = await finishFile(tenant, { file, workerId: 'first', outcome, usage: [] })

  expect(lateFile).toBeUndefined()
  expect(await loadFile(executionId)).toMatchObject({ status: 'EXECUTING', worker_id: 'second' })
  await withWorker(async () => {
    expect(await awaitEnd(executionId)).toMatchObject({ status: 'COMPLETED', successful_files: 1 })
  })
})

test('a file whose workers died too often fails with the reason', async () => {
  const executionId = await send()
  const { id } = await loadFile(executionId)
  await tenant.db.updateTable('file_execution').set({ deaths: 25 }).where('id', '=', id).execute()

  await withWorker(async () => {
    expect(await awaitEnd(executionId)).toMatchObject({ failed_files: 1 })
  })
  const { status, error } = await loadFile(executionId)
  expect(status).toBe('ERROR')
  expect(error).toMatch(/^The worker crashed 25 times/)
})

test('a file that stalled the event loop twice fails with the reason at its second death', async () => {
  const executionId = await send()
  const { id } = await loadFile(executionId)
  await recordEventLoopStall(tenant.db, id)
  await recordEventLoopStall(tenant.db, id)
  await tenant.db.updateTable('file_execution').set({ deaths: 2 }).where('id', '=', id).execute()

  await withWorker(async () => {
    expect(await awaitEnd(executionId)).toMatchObject({ failed_files: 1 })
  })
  expect((await loadFile(executionId)).error).toMatch(/^The worker stopped responding 2 times/)
})

test('a stopping worker releases its files without counting deaths', async () => {
  const executionId = await send()
  const { id } = await loadFile(executionId)
  const claimColumns = { worker_id: 'stopping', status: 'EXECUTING' } as const
  await tenant.db.updateTable('file_execution').set(claimColumns).where('id', '=', id).execute()

  const release = { of: ['stopping'], isDeath: false }
  expect(await fileQueue.release(tenant.db, release)).toBe(1)
  expect(await loadFile(executionId)).toMatchObject({ worker_id: null, deaths: 0 })
  await withWorker(async () => {
    await awaitEnd(executionId)
  })
})
