import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openItemStore } from './item-store.ts'
import { jobTable } from './jobs.store.ts'
import { openStory, type Story } from './testing/open-story.ts'

let story: Story
beforeAll(async () => {
  story = await openStory()
})
afterAll(() => story.close())

const limits = { max: 32, maxOfOrganization: 16, maxOfGroup: 16 }
const byPriority = { awaited: limits, batch: limits }
const request = { workerId: 'a', limits: byPriority, ownLimits: byPriority, maxSuspicious: 1 }
const { claim, wake } = openItemStore(jobTable(['story/a', 'story/b']))

test('a claim reads few of many items', async () => {
  await story.pool.query(
    `insert into work_item (key, kind, organization_id, payload, state, ended_at)
     select 'many-' || i, 'story/' || case i % 2 when 0 then 'a' else 'b' end, 1 + i % 3, '{}',
       case i % 4 when 0 then 'done' else 'waiting' end, case i % 4 when 0 then now() end
     from generate_series(1, 30000) i`,
  )
  await story.pool.query('analyze work_item')

  await story.db.transaction().execute(async (db) => {
    expect(await claim(db, request)).toHaveLength(32)
    const { rows } = await sql<{ readCount: number }>`
      select seq_tup_read + idx_tup_fetch as "readCount" from pg_stat_xact_user_tables
      where relname = 'work_item'`.execute(db)
    expect(rows[0]?.readCount).toBeLessThan(1000)
  })
})

test('a look wakes a bounded number of items, and the next ones the rest', async () => {
  await story.pool.query('truncate work_item')
  await story.pool.query(
    `insert into work_item (key, kind, organization_id, payload, waits_until)
     select 'asleep-' || i, 'story/a', 1, '{}', now() from generate_series(1, 1500) i`,
  )
  const countAsleep = async () => {
    const { rows } = await story.pool.query(
      'select count(*) from work_item where waits_until is not null',
    )
    return rows[0].count
  }

  await wake(story.db)
  expect(await countAsleep()).toBe(500)
  await wake(story.db)
  expect(await countAsleep()).toBe(0)
})
