import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person, TestReply } from '../testing/people.ts'
import { startServer, type TestServer } from '../testing/start-server.ts'
import { type Studio, studioOf } from '../testing/studio.ts'

/** What becomes of a request when somebody else deletes what it is about, between its look and its act. */

let server: TestServer
let ada: Person
let studio: Studio

beforeAll(async () => {
  server = await startServer()
  ada = server.as('admin')
  studio = studioOf(ada)
})
afterAll(() => server?.close())

type Deleted = { readonly table: 'prompt' | 'workflow'; readonly id: string }

/** Asks while a transaction has deleted the row and is not over: whoever sees the row waits for it, and then it is gone. */
async function askMeanwhile(
  { table, id }: Deleted,
  ask: () => Promise<TestReply>,
): Promise<TestReply> {
  const { db } = server.ctx
  const asked = await db.transaction().execute(async (within) => {
    await within.deleteFrom(table).where('id', '=', id).execute()
    const reply = ask()
    await expect.poll(() => waiting(), { timeout: 10_000 }).toBeGreaterThan(0)
    return { reply }
  })
  return asked.reply
}

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.ctx.db)
  return rows[0]?.count ?? 0
}

test('a change of what is gone by then finds nothing', async () => {
  const { body: made } = await ada.post('workflow/', { workflow_name: 'Fleeting' })
  const deleted = { table: 'workflow', id: made.id } as const
  const reply = await askMeanwhile(deleted, () =>
    ada.patch(`workflow/${made.id}/`, { description: 'Too late' }),
  )

  expect(reply).toMatchObject({
    status: 404,
    body: { type: 'client_error', errors: [{ code: 'not_found' }] },
  })
})

test('a run of what is gone by then is refused in words, and no bug', async () => {
  const { tool_id } = await studio.project()
  const prompt = await studio.prompt(tool_id, { prompt_key: 'total', prompt: 'The total?' })
  const { body } = await ada.upload(`prompt-studio/file/${tool_id}`, {
    files: [{ name: 'note.txt', content: 'Total 3.00\n', field: 'file' }],
  })
  const deleted = { table: 'prompt', id: prompt.prompt_id } as const
  const reply = await askMeanwhile(deleted, () =>
    ada.post(`prompt-studio/fetch_response/${tool_id}`, {
      ...{ id: prompt.prompt_id, document_id: body.data[0].document_id },
    }),
  )

  expect(reply).toMatchObject({ status: 409, body: { type: 'client_error' } })
  expect(reply.body.errors[0].detail).toContain('deleted meanwhile')
})
