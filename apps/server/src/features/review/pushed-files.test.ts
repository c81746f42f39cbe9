import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  makeDeployment,
  makeTool,
  makeWorkflow,
  type TestDeployment,
} from '../../testing/make-tool.ts'
import type { Person, TestFile } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let ada: Person
let sue: Person
let flow: string
let deployment: TestDeployment
const messages: string[] = []

beforeAll(async () => {
  const publicFetch = async (_to: string | URL | Request, init?: RequestInit) => {
    messages.push(String(init?.body))
    return new Response('ok')
  }
  server = await startServer({ worker: true, replace: { publicFetch } })
  ada = server.as('admin')
  sue = server.as('supervisor')
  const fields = [{ key: 'total', prompt: 'What is the total?', type: 'number' }]
  const sample = { name: 'note.txt', content: 'Total 1.50\n' }
  const { toolId } = await makeTool(ada, { name: 'Notes', fields, sample })
  flow = await makeWorkflow(ada, 'By call', toolId)
  deployment = await makeDeployment(ada, 'notes', flow)
  await ada.post('notifications/', {
    name: 'Hook',
    url: 'https://hooks.example.org/done',
    api: deployment.id,
    notification_type: 'WEBHOOK',
    platform: 'API',
    authorization_type: 'NONE',
  })
})
afterAll(() => server?.close())

const note = (total: number): TestFile => ({
  name: `note-${total}.txt`,
  content: Buffer.from(`Total ${total}.00\n`),
  field: 'files',
  type: 'text/plain',
})
const push = (files: readonly TestFile[], fields: Record<string, string> = {}) =>
  server.anonymous.upload(
    deployment.path,
    { files: [...files], fields: { timeout: '30', ...fields } },
    { headers: { authorization: `Bearer ${deployment.key}` } },
  )
const statusOf = (path: string) =>
  server.anonymous.get(path, { headers: { authorization: `Bearer ${deployment.key}` } })
const settle = async (changes?: Record<string, unknown>) => {
  const classQuery = { class_name: flow }
  const { body } = await sue.get(`manual_review/next_api/?class_name=${flow}&type=simple_review`)
  const updated_data = changes ?? body.data.result.output
  await sue.post('manual_review/finish_review_api/', {
    ...classQuery,
    type: 'simple_review',
    updated_data,
  })
  await sue.get(`manual_review/next_api/?class_name=${flow}&type=simple_approve`)
  const approvedReply = await sue.post('manual_review/finish_review_api/', {
    ...classQuery,
    type: 'simple_approve',
    updated_data,
  })
  expect(approvedReply.status).toBe(200)
  return body.data
}

test('a pushed file comes empty first, then with its values by status and webhook, and once by key [RV-065 RV-073 RV-074 RV-075 RV-124 RV-125]', async () => {
  const pushReply = await push([note(12)], { hitl_queue_name: 'urgent', hitl_packet_id: 'p-1' })
  expect(pushReply.status).toBe(200)
  const { message } = pushReply.body
  expect(message.execution_status).toBe('COMPLETED')
  expect(message.result).toEqual([
    expect.objectContaining({
      file: 'note-12.txt',
      status: 'Success',
      result: '',
      review: 'pending',
    }),
  ])
  // Asking does not use up what is still to come.
  for (const _ of [1, 2]) {
    const { status, body } = await statusOf(message.status_api)
    expect([status, body.status, body.message[0].result]).toEqual([200, 'COMPLETED', ''])
  }
  expect(messages).toEqual([])

  const item = await settle({ total: 13 })
  expect(item).toMatchObject({ hitl_queue_name: 'urgent', hitl_packet_id: 'p-1', reason: 'queue' })
  expect(item).toMatchObject({ file: 'note-12.txt', result: { output: { total: 12 } } })
  expect(Buffer.from(item.file_content, 'base64').toString()).toBe('Total 12.00\n')
  const look = async () => (await statusOf(message.status_api)).body
  let last = await look()
  await expect
    .poll(async () => {
      if (last.message?.[0].result !== '' && last.message !== null) return last.message[0].result
      last = await look()
      return undefined
    })
    .toEqual({ output: { total: 13 } })
  expect((await statusOf(message.status_api)).status).toBe(406)
  await expect.poll(() => messages.length).toBe(1)

  const { body: key } = await sue.post('manual_review/api/key/', { description: 'n8n' })
  const fetchNext = (queue: string) =>
    server.anonymous.get(`/mr/api/recto/approved/result/${flow}/?hitl_queue_name=${queue}`, {
      headers: { authorization: `Bearer ${key.api_key}` },
    })
  expect((await fetchNext('other')).status).toBe(404)
  expect((await fetchNext('urgent')).body.data).toMatchObject({
    file: 'note-12.txt',
    status: 'success',
    workflow_id: flow,
    result: { output: { total: 13 } },
    hitl_packet_id: 'p-1',
  })
  expect((await fetchNext('urgent')).status).toBe(404)
})

test('with rules only those that match are caught, and the others come at once [RV-009 RV-010 RV-011]', async () => {
  const dear = {
    combinator: 'and',
    rules: [{ field: 'value:total', operator: 'greater', value: '100' }],
  }
  await sue.post('manual_review/db_rules/', { workflow: flow, rule_json: dear })

  const { body } = await push([note(20), note(200)])
  expect(body.message.execution_status).toBe('COMPLETED')
  const results = Object.fromEntries(
    body.message.result.map(({ file, result }: Record<string, unknown>) => [file, result]),
  )
  expect(results).toEqual({ 'note-20.txt': { output: { total: 20 } }, 'note-200.txt': '' })
  expect(await settle()).toMatchObject({
    file_name: 'note-200.txt',
    fileType: expect.stringContaining('text/plain'),
    position: expect.any(Number),
    result: { output: { total: 200 }, metadata: { required_fields: {}, highlight_data: {} } },
  })

  const repeatedReply = await push([note(20)], { hitl_queue_name: 'urgent' })
  expect(repeatedReply.body.message.result[0].result).toEqual({ output: { total: 20 } })
})

test('a reviewer who finishes may not approve with the simple calls either [RV-008]', async () => {
  const rita = server.as('reviewer')
  const nextPath = `manual_review/next_api/?class_name=${flow}`
  expect((await rita.get(`${nextPath}&type=simple_approve`)).status).toBe(403)
  const approval = { class_name: flow, type: 'simple_approve', updated_data: {} }
  expect((await rita.post('manual_review/finish_review_api/', approval)).status).toBe(403)
  expect((await server.as('user').get(`${nextPath}&type=simple_review`)).status).toBe(403)
})
