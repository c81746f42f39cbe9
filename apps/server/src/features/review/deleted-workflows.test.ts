import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeReviewQueue } from '../../testing/make-review-queue.ts'
import { makeTool } from '../../testing/make-tool.ts'
import { startServer, type TestServer } from '../../testing/start-server.ts'

let server: TestServer
let toolId: string

beforeAll(async () => {
  server = await startServer({ worker: true })
  const fields = [{ key: 'total', prompt: 'What is the total?', type: 'number' }]
  const sample = { name: 'note.txt', content: 'Total 1.50\n' }
  ;({ toolId } = await makeTool(server.as('admin'), { name: 'Notes', fields, sample }))
})
afterAll(() => server?.close())

/** A workflow that nothing uses any more, with two documents in review. */
async function makeUnused(name: string) {
  const ada = server.as('admin')
  const { flow, send, countPending } = await makeReviewQueue(server, { toolId, name })
  await send([`Total 1.50 of ${name}\n`, `Total 2.50 of ${name}\n`])
  await expect.poll(countPending).toBe(2)
  const { body: deployments } = await ada.get('api/deployment/')
  const rows = (deployments.results ?? deployments) as { id: string; workflow: string }[]
  const deployment = rows.find(({ workflow }) => workflow === flow)
  expect((await ada.delete(`api/deployment/${deployment?.id}/`)).status).toBe(204)
  return { flow, countPending }
}

const listClassIds = async () => {
  const { body } = await server.as('reviewer').get('manual_review/document_classes/')
  return body.data.map(({ workflow_id }: { readonly workflow_id: string }) => workflow_id)
}
const executionsOf = (flow: string) =>
  server.ctx.db
    .selectFrom('execution')
    .select(['id', 'status'])
    .where('workflow_id', '=', flow)
    .execute()

test('documents of a deleted workflow stay in review, and are finished and approved', async () => {
  const ada = server.as('admin')
  const { flow } = await makeUnused('kept')
  expect((await ada.get(`workflow/${flow}/can-update/`)).body).toMatchObject({
    can_update: true,
    in_review_count: 2,
  })
  expect((await ada.delete(`workflow/${flow}/?in_review=burn`)).status).toBe(400)
  const stranger = server.as('user', { name: 'una' })
  expect((await stranger.delete(`workflow/${flow}/?in_review=withdraw`)).status).toBe(403)

  expect((await ada.delete(`workflow/${flow}/`)).status).toBe(204)
  const { body: audit } = await ada.get('audit/?action=workflow.deleted')
  expect(audit.results).toMatchObject([
    { subject_id: flow, after: { in_review: 'keep', documents: 2 } },
  ])
  expect(await listClassIds()).toContain(flow)
  const rita = server.as('reviewer')
  const sue = server.as('supervisor')
  for (const _ of [1, 2]) {
    await rita.get(`manual_review/next/?class_name=${flow}`)
    const { status } = await rita.post('manual_review/finish_review/', { class_name: flow })
    expect(status).toBe(200)
    await sue.get(`manual_review/next/?class_name=${flow}&type=approve`)
    expect((await sue.post('manual_review/approve/', { class_name: flow })).status).toBe(200)
  }
  await expect.poll(() => executionsOf(flow)).toMatchObject([{ status: 'COMPLETED' }])
})

test('documents of a deleted workflow are taken out of review if the person wants that, and their runs end', async () => {
  const ada = server.as('admin')
  const { flow } = await makeUnused('withdrawn')
  const otherWorkflow = await makeUnused('other')
  const rita = server.as('reviewer')
  await rita.get(`manual_review/next/?class_name=${flow}`)

  expect((await ada.delete(`workflow/${flow}/?in_review=withdraw`)).status).toBe(204)
  await expect.poll(() => executionsOf(flow)).toMatchObject([{ status: 'STOPPED' }])
  await expect.poll(listClassIds).not.toContain(flow)
  // What a reviewer had in their hands is nobody's any more.
  expect((await rita.post('manual_review/finish_review/', { class_name: flow })).status).toBe(400)
  expect(await otherWorkflow.countPending()).toBe(2)
  const [execution] = await executionsOf(flow)
  const { body: audit } = await ada.get('audit/?action=execution.stopped')
  expect(JSON.stringify(audit)).toContain(execution?.id)
})
