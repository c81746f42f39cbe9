import { afterAll, beforeAll, expect, test } from 'vitest'
import { openItemStore } from './item-store.ts'
import { jobTable } from './jobs.store.ts'
import { openStory, type Story } from './testing/open-story.ts'

let story: Story
beforeAll(async () => {
  story = await openStory()
})
afterAll(() => story.close())

const limits = { max: 6, maxOfOrganization: 2, maxOfGroup: 2 }
const byPriority = { awaited: limits, batch: limits }
const request = { workerId: 'a', limits: byPriority, ownLimits: byPriority, maxSuspicious: 1 }
const { claim } = openItemStore(jobTable(['story/a', 'story/b']))

test('claims a suspicious item when only such items come first, though another with fewer deaths has no room', async () => {
  await story.pool.query(
    `insert into work_item (key, kind, organization_id, payload, deaths, created_at) values
       ('a1', 'story/a', 1, '{}', 3, now() - interval '9 s'), ('a2', 'story/a', 1, '{}', 2, now() - interval '8 s'),
       ('b1', 'story/b', 1, '{}', 3, now() - interval '7 s'), ('b2', 'story/b', 1, '{}', 0, now() - interval '6 s')`,
  )

  expect(await claim(story.db, request)).toHaveLength(1)
})
