import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestReply } from '../testing/people.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'
import { type Studio, studioOf } from '../testing/studio.ts'

/** Tests requests whose object is deleted by somebody else between the check and the update. */

let server: TestServer
let ada: Person
let studio: Studio

beforeAll(async () => {
  server = await startServer()
  ada = server.as('admin')
  studio = studioOf(ada)
})
afterAll(() => server?.close())

type RowToDelete = { readonly table: 'prompt' | 'workflow'; readonly id: string }

/**
 * Sends the request while an open transaction has deleted the row: the request sees the row, waits,
 * and then the row is gone.
 */
async function askMeanwhile(
  { table, id }: RowToDelete,
  ask: () => Promise<TestReply>,
): Promise<TestReply> {
  const { db } = server.ctx
  const pendingRequest = await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom(table).where('id', '=', id).execute()
    const reply = ask()
    await expect.poll(() => waiting()).toBeGreaterThan(0)
    return { reply }
  })
  return pendingRequest.reply
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.ctx.db)
  return rows[0]?.count ?? 0
}

test('an update of a row deleted in the meantime is not found', async () => {
  const { body: workflow } = await ada.post('workflow/', { workflow_name: 'Fleeting' })
  const row = { table: 'workflow', id: workflow.id } as const
  const reply = await askMeanwhile(row, () =>
    ada.patch(`workflow/${workflow.id}/`, { description: 'Too late' }),
  )

  expect(reply).toMatchObject({
    status: 404,
    body: { type: 'client_error', errors: [{ code: 'not_found' }] },
  })
})

test('a run of a row deleted in the meantime is refused with a reason', async () => {
  const { tool_id } = await studio.project()
  const prompt = await studio.prompt(tool_id, { prompt_key: 'total', prompt: 'The total?' })
  const { body } = await ada.upload(`prompt-studio/file/${tool_id}`, {
    files: [{ name: 'note.txt', content: 'Total 3.00\n', field: 'file' }],
  })
  const row = { table: 'prompt', id: prompt.prompt_id } as const
  const reply = await askMeanwhile(row, () =>
    ada.post(`prompt-studio/fetch_response/${tool_id}`, {
      id: prompt.prompt_id,
      document_id: body.data[0].document_id,
    }),
  )

  expect(reply).toMatchObject({ status: 409, body: { type: 'client_error' } })
  expect(reply.body.errors[0].detail).toContain('deleted in the meantime')
})
