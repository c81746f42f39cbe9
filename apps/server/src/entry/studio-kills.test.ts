import { expect, test } from 'vitest'
import { killInStudio } from './testing/kills/studio.ts'

test('a worker that is killed in the middle of all prompts loses none of them, and nothing that ended is asked again', async () => {
  const report = await killInStudio({ documents: 12, kills: 2, latencyMs: 300 })

  expect(report.asked).toBe(3 * 12)
  expect(report.inHand).toBeGreaterThan(0)
  expect(report).toMatchObject({
    failed: 0,
    calls: { keys: report.asked, askedAfterKept: [], askedTwiceInOneLife: [], neverKept: [] },
  })
  expect(report.values).toHaveLength(report.asked)
}, 180_000)
