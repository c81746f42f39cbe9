import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from '../../../testing/start-server.ts'
import { type Studio, studioOf } from '../../../testing/studio.ts'
import { purgeRemoved } from './purge-removed.ts'

let server: TestServer
let ada: Studio

beforeAll(async () => {
  server = await startServer()
  ada = studioOf(server.as('admin'))
})
afterAll(() => server.close())

const notes = { name: 'notes.txt', content: 'The total is 41.50.' }
const restore = (projectId: string, id: string) =>
  ada.person.post(`prompt-studio/${projectId}/restore/`, { id })

test('refuses to restore an item that was not deleted or belongs to another project', async () => {
  const { tool_id } = await ada.project()
  const otherProject = await ada.project()
  const { prompt_id } = await ada.prompt(tool_id, { prompt_key: 'total', prompt: 'The total?' })
  expect((await restore(tool_id, prompt_id)).status).toBe(404)
  await ada.person.delete(`prompt-studio/prompt/${prompt_id}/`)
  expect((await restore(otherProject.tool_id, prompt_id)).status).toBe(404)

  await ada.prompt(tool_id, { prompt_key: 'total', prompt: 'Another one' })
  const conflictReply = await restore(tool_id, prompt_id)
  expect([conflictReply.status, conflictReply.body.errors[0].detail]).toEqual([
    400,
    'Another item now has the same name. Rename that item first.',
  ])
})

test('restores a deleted prompt with its outputs at its position', async () => {
  const { tool_id } = await ada.project()
  const fields = { prompt: 'The total?', enforce_type: 'number', required: 'all' }
  const prompt = await ada.prompt(tool_id, { prompt_key: 'total', ...fields })
  await ada.prompt(tool_id, { prompt_key: 'date', prompt: 'The date?' })
  await ada.person.delete(`prompt-studio/prompt/${prompt.prompt_id}/`)

  expect((await restore(tool_id, prompt.prompt_id)).body).toEqual({ restored: 'prompt' })
  const { prompts } = (await ada.person.get(`prompt-studio/${tool_id}`)).body
  expect(prompts.map(({ prompt_key }: { prompt_key: string }) => prompt_key)).toEqual([
    'total',
    'date',
  ])
  expect(prompts[0]).toMatchObject({ ...fields, prompt_id: prompt.prompt_id })
  expect((await restore(tool_id, prompt.prompt_id)).status).toBe(404)
})

test('restores a deleted document with its content until it is purged', async () => {
  const { tool_id } = await ada.project()
  const documentId = await ada.document(tool_id, notes)
  const read = () =>
    ada.person.get(`prompt-studio/file/${tool_id}?document_id=${documentId}&view_type=ORIGINAL`)
  const remove = () =>
    ada.person.delete(`prompt-studio/file/${tool_id}`, { document_id: documentId })

  await remove()
  expect((await read()).status).toBe(404)
  await purgeRemoved(server.ctx, { organizationId: 1 })
  expect((await restore(tool_id, documentId)).body).toEqual({ restored: 'document' })
  expect((await read()).status).toBe(200)

  await remove()
  await server.ctx.db
    .updateTable('removed_item')
    .set({ removed_at: new Date(0) })
    .execute()
  await purgeRemoved(server.ctx, { organizationId: 1 })
  expect((await restore(tool_id, documentId)).status).toBe(404)
  const storedDocuments = await server.ctx.db.selectFrom('stored_document').selectAll().execute()
  expect(storedDocuments).toEqual([])
})
