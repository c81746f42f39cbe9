import { expect, test } from 'vitest'
import { takeOver } from './testing/kills/takeover.ts'

test('loses, overwrites and pays nothing twice if one of two workers is killed and the other hangs', async () => {
  const report = await takeOver({ documents: 6, kills: 1, latencyMs: 300 })

  expect(report).toMatchObject({
    documents: 12,
    results: 12,
    wrong: [],
    twice: [],
    miscounted: [],
    overwritten: [],
    billed: 144,
    calls: { keys: 144, kept: 144, askedAfterKept: [], askedTwiceInOneLife: [], neverKept: [] },
    secondReading: 406,
  })
  // Files were really in progress, so some calls had to be repeated.
  expect(report.heldWhileFrozen).toBeGreaterThan(0)
  expect(report.calls.requests).toBeGreaterThan(144)
})
