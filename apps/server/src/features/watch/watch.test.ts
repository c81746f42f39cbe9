/** A deployment whose model changes: what is seen of it, who is told, and what people can do about it. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { type CannedModelServer, startCannedModelServer } from '@recto/testkit/canned-model-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findJobState } from '../../testing/find-job-state.ts'
import {
  makeDeployment,
  makeTool,
  makeWorkflow,
  type TestDeployment,
} from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'
import { studioOf } from '../../testing/studio.ts'
import { checkDeploymentsJob } from './watch.jobs.ts'

type Row = ReturnType<typeof JSON.parse>

let model: CannedModelServer
let receiver: Server
const receivedMessages: Row[] = []
let server: TestServer
let secondWorker: TestServer
let ada: Person
let flow: string
let projectId: string
let deployment: TestDeployment
let totalReply = '119.00'

beforeAll(async () => {
  model = await startCannedModelServer({
    reply: ({ prompt }) => (prompt.includes('Which total?') ? totalReply : 'R-4711'),
  })
  receiver = createServer(async (request, response) => {
    receivedMessages.push(await json(request))
    response.writeHead(200).end()
  }).listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const env = { RECTO_INNER_ADDRESSES: 'on' }
  server = await startServer({ worker: true, env })
  secondWorker = await startServer({ worker: true, beside: server, env })
  ada = server.as('admin')
  const llmId = await studioOf(ada).cannedLlm(model, 'Canned', { input_price: 1 })
  const tool = await makeTool(ada, {
    name: 'Bills',
    fields: [
      { key: 'number', prompt: 'Which invoice number?' },
      { key: 'total', prompt: 'Which total?', type: 'number' },
    ],
    sample: { name: 'sample.txt', content: textOf(0) },
    llmId,
    profile: { chunk_size: 0 },
  })
  projectId = tool.projectId
  flow = await makeWorkflow(ada, 'Bills', tool.toolId)
  deployment = await makeDeployment(ada, 'bills', flow)
})

afterAll(async () => {
  await secondWorker?.close()
  await server?.close()
  await model?.close()
  receiver?.closeAllConnections()
  receiver?.close()
})

const textOf = (number: number) => `Bill ${number}\nInvoice R-4711\nTotal: 119.00 EUR\n`

let bills = 0
/** Sends bills that differ, in one request. */
async function read(count: number): Promise<Row> {
  const files = Array.from({ length: count }, () => {
    bills += 1
    return { name: `bill-${bills}.txt`, content: textOf(bills), field: 'files' }
  })
  const { body } = await server.anonymous.upload(
    deployment.path,
    { files, fields: { timeout: '120' } },
    { headers: { authorization: `Bearer ${deployment.key}` } },
  )
  return body.message
}

let checks = 0
/** Looks for changes in both workers at once, which the periodic job may do as well. */
async function check(): Promise<void> {
  const keys = [`check ${++checks}`, `check ${++checks}`]
  await Promise.all(
    keys.map((key) =>
      server.ctx.jobs.enqueue(checkDeploymentsJob, {}, { key, organizationId: null }),
    ),
  )
  for (const key of keys) await expect.poll(() => findJobState(server.ctx, key)).toBe('done')
}

const watch = async (): Promise<Row> => (await ada.get(`watch/api/${deployment.id}/`)).body
const seriesOf = ({ series }: Row, field: string | null, measure: string): Row =>
  series.find((one: Row) => one.field === field && one.measure === measure)
/** Sums a series over its days, of which there are two around midnight. */
const totalOf = (view: Row, field: string | null, measure: string) => {
  const { days } = seriesOf(view, field, measure)
  const documents = days.reduce((sum: number, day: Row) => sum + day.documents, 0)
  const value = days.reduce((sum: number, day: Row) => sum + day.value * day.documents, 0)
  return { documents, value: Math.round(1000 * value) / 1000 }
}
const alarmsOf = async () => (await watch()).alarms
const auditOf = async (action: string): Promise<Row> =>
  (await ada.get(`audit/?action=${action}`)).body
const post = (alarmId: string, part: string) =>
  ada.post(`watch/api/${deployment.id}/alarms/${alarmId}/${part}/`)

test('before the first document there is nothing, and no alarm before there are enough', async () => {
  expect(await watch()).toMatchObject({
    documents: 0,
    min_documents: 50,
    alarms: [],
    may_change: true,
  })
  await read(30)
  await read(30)
  await check()

  const view = await watch()
  expect(view).toMatchObject({ documents: 60, alarms: [], project_id: projectId })
  const empty = seriesOf(view, 'total', 'empty')
  expect(empty).toMatchObject({ mean: 0, band: { low: 0 } })
  expect(totalOf(view, 'total', 'empty')).toEqual({ value: 0, documents: 60 })
  expect(seriesOf(view, null, 'dollars').mean).toBeGreaterThan(0)
  expect(seriesOf(view, 'number', 'confidence').mean).toBeGreaterThan(0)
})

test('a field that is suddenly empty is an alarm, once, in words and with its documents', async () => {
  const { port } = receiver.address() as AddressInfo
  const hook = {
    url: `http://127.0.0.1:${port}/hook`,
    notification_type: 'WEBHOOK',
    platform: 'API',
    authorization_type: 'NONE',
    api: deployment.id,
  }
  await ada.post('notifications/', { ...hook, name: 'Alarms', notify_on_alarms: true })
  await ada.post('notifications/', { ...hook, name: 'Runs', url: `${hook.url}/runs` })
  totalReply = 'NA'
  await read(24)
  const { execution_id: lastExecution } = await read(1)
  await check()
  await check()

  const alarms = await alarmsOf()
  const ofTotal = alarms.filter(
    ({ field, measure }: Row) => field === 'total' && measure === 'empty',
  )
  expect(ofTotal).toHaveLength(1)
  expect(ofTotal[0]).toMatchObject({ ended_at: null, before: { mean: 0, documents: 60 } })
  expect(ofTotal[0].text).toMatch(
    /^“total” is empty in 100% of the last \d+ documents; it was 0% before \(0% to [67]%\)\.$/,
  )
  expect(ofTotal[0].documents).toHaveLength(20)
  expect(ofTotal[0].documents[0]).toMatchObject({
    execution_id: lastExecution,
    file_name: 'bill-85.txt',
  })
  expect(totalOf(await watch(), 'total', 'empty')).toEqual({ value: 25, documents: 85 })

  const ofAlarms = () => receivedMessages.filter(({ type }) => type === 'ALARM')
  await expect.poll(() => ofAlarms().length).toBe(1)
  expect(ofAlarms()[0]).toMatchObject({
    type: 'ALARM',
    pipeline_id: deployment.id,
    pipeline_name: 'bills',
    status: 'ALARM',
    message: expect.stringContaining(ofTotal[0].text),
  })
  expect(ofAlarms()[0].alarms).toHaveLength(alarms.length)
  const metrics = await fetch(`${server.origin}/metrics`)
  expect(await metrics.text()).toContain('recto_watch_alarms_total{measure="empty"}')
})

test('its documents become documents of the project, with what was read for somebody to confirm', async () => {
  const alarm = (await alarmsOf()).find(({ field }: Row) => field === 'total')
  const { execution_id: goneExecution } = alarm.documents[0]
  await server.ctx.db.deleteFrom('execution').where('id', '=', goneExecution).execute()

  const { status, body } = await post(alarm.id, 'expected-values')
  expect([status, body.project_id]).toEqual([200, projectId])
  expect(body.documents.map(({ outcome }: Row) => outcome)).toEqual([
    'gone',
    ...Array.from({ length: 19 }, () => 'added'),
  ])
  const { document_id } = body.documents[1]
  const query = `tool_id=${projectId}&document_manager=${document_id}`
  const { body: outputs } = await ada.get(`prompt-studio/prompt-output/?${query}`)
  expect(outputs.map(({ output, origin }: Row) => [output, origin]).toSorted()).toEqual([
    [null, 'proposal'],
    ['R-4711', 'proposal'],
  ])
  const repeatedReply = await post(alarm.id, 'expected-values')
  expect(repeatedReply.body.documents[1]).toMatchObject({ outcome: 'present', document_id })
  expect((await auditOf('document.uploaded')).count).toBe(20)
})

test('somebody acknowledges it once, and what is usual is learned anew', async () => {
  const openAlarms = await alarmsOf()
  for (const { id } of openAlarms) expect((await post(id, 'acknowledge')).status).toBe(200)
  expect((await post(openAlarms[0].id, 'acknowledge')).status).toBe(409)
  const audit = await auditOf('alarm.acknowledged')
  expect(audit.count).toBe(openAlarms.length)
  expect(audit.results[0]).toMatchObject({ subject_type: 'alarm', after: { owner: deployment.id } })

  await read(1)
  await check()
  const alarms = await alarmsOf()
  expect(alarms).toHaveLength(openAlarms.length)
  expect(alarms[0]).toMatchObject({ end_reason: 'acknowledged', ended_by: ada.username })
  await expect.poll(() => receivedMessages.filter(({ type }) => type === 'ALARM').length).toBe(1)
})

test('what goes to review counts when it is read, and what people corrected when they have', async () => {
  totalReply = '119.00'
  const sue = server.as('supervisor')
  await ada.post('manual_review/db_rules/', { workflow: flow, percentage: 100 })
  await ada.post('manual_review/settings/', { workflow: flow, sync_with: 'Queue' })
  const pendingCount = async () =>
    (await ada.get(`manual_review/queue_details/?class_name=${flow}`)).body.pending_review_count
  await server.anonymous.upload(
    deployment.path,
    {
      files: [{ name: 'reviewed.txt', content: textOf(1000), field: 'files' }],
      fields: { timeout: '0' },
    },
    { headers: { authorization: `Bearer ${deployment.key}` } },
  )
  await expect.poll(pendingCount).toBe(1)
  const view = await watch()
  expect(totalOf(view, null, 'review')).toEqual({ value: 1, documents: 87 })
  expect(seriesOf(view, 'total', 'corrections').days).toEqual([])

  const query = `class_name=${flow}`
  const body = (type: string) => ({
    class_name: flow,
    type,
    updated_data: { number: 'R-4711', total: 120 },
  })
  await sue.get(`manual_review/next_api/?${query}&type=simple_review`)
  await sue.post('manual_review/finish_review_api/', body('simple_review'))
  await sue.get(`manual_review/next_api/?${query}&type=simple_approve`)
  await sue.post('manual_review/finish_review_api/', body('simple_approve'))
  await expect
    .poll(async () => totalOf(await watch(), 'total', 'corrections'))
    .toEqual({ value: 1, documents: 1 })
  expect(totalOf(await watch(), 'number', 'corrections').value).toBe(0)
})
