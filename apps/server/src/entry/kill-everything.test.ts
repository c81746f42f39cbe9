import { expect, test } from 'vitest'
import { killEverything } from './testing/kills/everything.ts'

test('a product that is killed three times with its database loses no document and pays for no reply twice', async () => {
  const report = await killEverything({ documents: 12, kills: 3, latencyMs: 150 })

  expect(report).toMatchObject({
    kills: 3,
    statuses: ['COMPLETED', 'COMPLETED'],
    results: 12,
    wrong: [],
    twice: [],
    billed: 36,
    calls: { keys: 36, kept: 36, askedAfterKept: [], askedTwiceInOneLife: [], neverKept: [] },
    stopped: { code: 0, orphans: 0 },
  })
  // Work was really cut off: something had to be asked for again.
  const { requests, repliesLostInFlight, requestsCut } = report.calls
  expect(requests).toBe(36 + repliesLostInFlight + requestsCut)
  expect(repliesLostInFlight + requestsCut).toBeGreaterThan(0)
}, 180_000)
