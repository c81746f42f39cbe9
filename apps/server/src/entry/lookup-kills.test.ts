import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeDeployment, makeTool, makeWorkflow } from '../testing/make-tool.ts'
import type { Person } from '../testing/people.ts'
import { studioOf } from '../testing/studio.ts'
import { fetchOrders, type OrderDeployment, sendOrders } from './testing/order-deployment.ts'
import { openSharedInstallation, type SharedInstallation } from './testing/shared-installation.ts'
import type { RunningProcess } from './testing/start-process.ts'
import { adminWith, signIn } from './testing/start-product.ts'

const cleaning = new AsyncDisposableStack()
const refreshes = 1
const killedRuns = 1
const rowCount = 5000

let installation: SharedInstallation
let anna: Person
let url: string
let model: CannedModelServer
/** Called when the model gets a call. */
let onCall = () => {}

/** The rows that the source sends. */
let text = ''
/** How much of them it sends to the next callers, one after the other, each of whom is then killed; all to others. */
const deadlyReplies: { readonly part: 'half' | 'all'; readonly reached: () => void }[] = []

function reply(response: ServerResponse): void {
  const deadlyReply = deadlyReplies.shift()
  if (deadlyReply?.part === 'half') response.write(text.slice(0, text.length / 2))
  else response.end(text)
  deadlyReply?.reached()
}

beforeAll(async () => {
  const service = createServer((_, response) => reply(response))
  service.listen(0, '127.0.0.1')
  await once(service, 'listening')
  cleaning.defer(() => {
    service.closeAllConnections()
    service.close()
  })
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`
  model = await startCannedModelServer({ reply: 'Acme Trading', onReceived: () => onCall() })
  cleaning.defer(() => model.close())
  installation = await openSharedInstallation(cleaning, { RECTO_INNER_ADDRESSES: 'on' })
  const web = installation.start('web')
  const origin = await web.ready
  anna = adminWith(await signIn(origin), origin)
}, 60_000)
afterAll(() => cleaning.disposeAsync(), 30_000)

/** Rows of which some differ from those of the refresh before. */
const rowsOf = (refresh: number) =>
  Array.from({ length: rowCount }, (_, n) => ({
    Number: n + refresh,
    Name: `Supplier ${n % 10 === 0 ? refresh : 0}`,
  }))

const startWorker = async (): Promise<RunningProcess> => {
  const worker = installation.start('worker')
  await worker.ready
  return worker
}

async function kill(worker: RunningProcess): Promise<void> {
  worker.signal('SIGKILL')
  await worker.exited
}

/** Resolves when the next caller has got so much of the rows. */
const replyOf = (part: 'half' | 'all') =>
  new Promise<void>((resolve) => deadlyReplies.push({ part, reached: resolve }))

test('workers that are killed in the middle of refreshes lose no version and make none twice', async () => {
  text = JSON.stringify(rowsOf(0))
  const { body: table } = await anna.post('lookup-tables/from-source/', {
    name: 'Suppliers',
    source: { kind: 'address', url },
  })
  expect(table).toMatchObject({ version: 1, row_count: rowCount })
  const path = `lookup-tables/${table.id}/`
  const lastRefresh = async () => (await anna.get(`${path}source/`)).body.last_refresh

  let worker = await startWorker()
  for (let refresh = 1; refresh <= refreshes; refresh += 1) {
    text = JSON.stringify(rowsOf(refresh))
    // Once in the middle of the rows, and once while the last of them are being stored.
    const replies = [replyOf('half'), replyOf('all')]
    expect((await anna.post(`${path}refreshes/`)).status).toBe(202)
    for (const sentRows of replies) {
      await sentRows
      await kill(worker)
      worker = await startWorker()
    }
    await expect
      .poll(lastRefresh, { timeout: 60_000, interval: 200 })
      .toMatchObject({ ended_at: expect.any(String) })
    expect(await lastRefresh()).toMatchObject({ error: null, version: refresh + 1 })
    const { body: changedTable } = await anna.get(path)
    expect(changedTable).toMatchObject({ version: refresh + 1, row_count: rowCount })
  }

  const { body: versions } = await anna.get(`${path}versions/?page_size=100`)
  const numbers = versions.results.map(({ version }: { version: number }) => version)
  expect(numbers).toEqual(Array.from({ length: refreshes + 1 }, (_, n) => refreshes + 1 - n))
  const lastRow = rowsOf(refreshes).at(-1)
  const { body: rows } = await anna.get(`${path}rows/?search=${lastRow?.Number}`)
  expect(rows.results[0].cells).toEqual([String(lastRow?.Number), lastRow?.Name])
  const { body: log } = await anna.get('audit/?page_size=100')
  const changes = log.results.filter(
    ({ action }: { action: string }) => action === 'lookup-table.changed',
  )
  expect(changes).toHaveLength(refreshes)
  expect(deadlyReplies).toEqual([])
  await kill(worker)
}, 600_000)

async function deployMatching(): Promise<OrderDeployment> {
  const { projectId, toolId } = await makeTool(anna, {
    name: 'Matching',
    fields: [{ key: 'vendor', prompt: 'Who is the seller?' }],
    sample: { name: 'sample.txt', content: 'Seller: Acme Trading', field: 'file' },
    llmId: await studioOf(anna).cannedLlm(model),
  })
  const { body: project } = await anna.get(`prompt-studio/${projectId}/`)
  const matchTo = { table: 'Vendors', compare: [{ column: 'Name', field: null }], add: ['Account'] }
  const [{ prompt_id: promptId }] = project.prompts
  const change = await anna.patch(`prompt-studio/prompt/${promptId}/`, { match_to: matchTo })
  expect([change.status, change.body.errors]).toEqual([200, undefined])
  const exportReply = await anna.post(`prompt-studio/export/${projectId}`, {
    is_shared_with_org: true,
    force_export: true,
  })
  expect(exportReply.status).toBe(200)
  return makeDeployment(anna, 'matching', await makeWorkflow(anna, 'Matching', toolId))
}

test('a run whose worker is killed while its table is refreshed uses the version that it began with', async () => {
  const vendors = (account: number) =>
    JSON.stringify([
      { Number: 1, Name: 'Acme Trading', Account: `A${account}` },
      { Number: 2, Name: 'Nordwest Logistik', Account: 'B' },
    ])
  text = vendors(1)
  const { body: table } = await anna.post('lookup-tables/from-source/', {
    name: 'Vendors',
    source: { kind: 'address', url },
  })
  const path = `lookup-tables/${table.id}/`
  const versionOf = async () => (await anna.get(path)).body.version
  const deployment = await deployMatching()
  let worker = await startWorker()

  for (let run = 1; run <= killedRuns; run += 1) {
    const paidCalls = model.requests.length
    const { promise: callPromise, resolve } = Promise.withResolvers<void>()
    onCall = resolve
    model.script({ fault: 'silence' })
    const files = [{ name: `${run}.txt`, content: `Seller: Acme Trading, ${run}`, field: 'files' }]
    const { body } = await sendOrders(anna, deployment, { files, seconds: 0 })
    await callPromise
    text = vendors(run + 1)
    await anna.post(`${path}refreshes/`)
    await expect.poll(versionOf, { timeout: 60_000 }).toBe(run + 1)
    await kill(worker)
    worker = await startWorker()

    const { execution_id: executionId } = body.message
    const result = await vi.waitUntil(
      async () => (await fetchOrders(anna, deployment, executionId)).body.message,
      { timeout: 120_000, interval: 200 },
    )
    expect(result).toHaveLength(1)
    const { output, metadata } = result[0].result
    expect(output).toEqual({ vendor: 'Acme Trading', vendor_account: `A${run}` })
    expect(metadata.lookups.vendor).toMatchObject({ version: run, status: 'matched' })
    // One had no reply when the worker was killed.
    expect(model.requests.length - paidCalls).toBe(2)
  }
  await kill(worker)
}, 600_000)
