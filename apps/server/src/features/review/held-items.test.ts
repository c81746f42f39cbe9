import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeReviewQueue } from '../../testing/make-review-queue.ts'
import { makeTool } from '../../testing/make-tool.ts'
import type { Person } from '../../testing/people.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await startServer({ worker: true })
})
afterAll(() => server?.close())

test('a review that is finished by mistake is open again for a minute, and whatever came next waits again', async () => {
  const fields = [{ key: 'total', prompt: 'What is the total?', type: 'number' }]
  const sample = { name: 'note.txt', content: 'Total 1.50\n' }
  const { toolId } = await makeTool(server.as('admin'), { name: 'Notes', fields, sample })
  const { flow, send, countPending } = await makeReviewQueue(server, { toolId, name: 'undone' })
  await send(['Total 54.50\n', 'Total 55.50\n'])
  await expect.poll(countPending).toBe(2)
  const rita = server.as('reviewer')
  const ron = server.as('reviewer', { name: 'ron' })
  const sue = server.as('supervisor')
  const next = async (person: Person, type = 'review') =>
    (await person.get(`manual_review/next/?class_name=${flow}&type=${type}`)).body.data
  const finish = (person: Person) =>
    person.post('manual_review/finish_review/', { class_name: flow })
  const undo = (person: Person, item_id: string) =>
    person.post('manual_review/undo_finish/', { item_id })

  const first = await next(rita)
  expect((await finish(rita)).status).toBe(200)
  const second = await next(rita)
  const classes = await rita.get('manual_review/document_classes/?with_counts=true')
  expect(classes.body.data).toEqual([
    {
      workflow_id: flow,
      workflow_name: 'undone',
      counts: { pending_review_count: 0, finished_review_count: 1 },
    },
  ])
  expect((await undo(ron, first.id)).status).toBe(409)
  expect((await undo(rita, second.id)).status).toBe(409)
  const rival = server.as('supervisor', { organization: 'rival', name: 'mallory' })
  expect((await undo(rival, first.id)).status).toBe(409)

  expect((await undo(rita, first.id)).body.data.id).toBe(first.id)
  expect((await next(rita)).id).toBe(first.id)
  expect((await next(ron)).id).toBe(second.id)
  expect((await undo(rita, first.id)).status).toBe(409)
  const { body } = await sue.get(`manual_review/items/${first.id}/events/`)
  expect(body.data.map(({ kind }: { readonly kind: string }) => kind)).toEqual([
    'undone',
    'finished',
    'taken',
    'caught',
  ])
  const { body: progress } = await sue.get(`manual_review/progress/?class_name=${flow}`)
  expect(progress.days[0]).toMatchObject({ who: 'rita@example.org', finished: 0 })

  // It is too late in the hands of an approver, and after a minute.
  await finish(rita)
  expect((await next(sue, 'approve')).id).toBe(first.id)
  expect((await undo(rita, first.id)).status).toBe(409)
  await sue.post('manual_review/return_to_queue/', { class_name: flow, type: 'approve' })
  await server.ctx.db
    .updateTable('review_item')
    .set({ undo_until: new Date(0) })
    .where('id', '=', first.id)
    .execute()
  expect((await undo(rita, first.id)).status).toBe(409)
})

test('a caller gets the bytes of a file, however large, and a page does without them [RV-065]', async () => {
  const fields = [{ key: 'total', prompt: 'What is the total?', type: 'number' }]
  const sample = { name: 'note.txt', content: 'Total 1.50\n' }
  const { toolId } = await makeTool(server.as('admin'), { name: 'Long notes', fields, sample })
  const { flow, send, countPending } = await makeReviewQueue(server, { toolId, name: 'long' })
  const content = `Total 1.50\n${' \n'.repeat(1_200_000)}`
  await send([content])
  await expect.poll(countPending).toBe(1)
  const next = async (query: string) =>
    (await server.as('reviewer').get(`manual_review/next/?class_name=${flow}${query}`)).body.data

  const { file_content: bytes } = await next('')
  expect(Buffer.from(bytes, 'base64').toString()).toBe(content)
  expect((await next('&with_content=false')).file_content).toBeNull()
})
