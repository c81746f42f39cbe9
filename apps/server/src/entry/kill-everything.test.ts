import { expect, test } from 'vitest'
import { cutCallersOff } from './testing/kills/callers.ts'
import { killDearReads } from './testing/kills/dear-reads.ts'
import { killEverything } from './testing/kills/everything.ts'

const paidOnce = { askedAfterKept: [], askedTwiceInOneLife: [], neverKept: [] }

test.concurrent('a product that is killed three times with its database loses no document and pays for no reply twice', async () => {
  const report = await killEverything({ documents: 12, kills: 3, latencyMs: 150 })

  expect(report).toMatchObject({
    interruptions: 3,
    statuses: ['COMPLETED', 'COMPLETED'],
    secondReadings: [406, 406],
    miscounted: [],
    results: 12,
    wrong: [],
    twice: [],
    billed: 36,
    calls: { keys: 36, kept: 36, askedAfterKept: [], askedTwiceInOneLife: [], neverKept: [] },
    stopped: { code: 0, orphans: 0 },
  })
  // Work was really interrupted, so some calls had to be repeated.
  const { requests, repliesLostInFlight, requestsCut } = report.calls
  expect(requests).toBe(36 + repliesLostInFlight + requestsCut)
  expect(repliesLostInFlight + requestsCut).toBeGreaterThan(0)
})

test.concurrent('what callers sent who were cut off, hung up or ran out of time comes to its end and is paid once', async () => {
  const report = await cutCallersOff({ documents: 12, kills: 1, latencyMs: 150 })

  expect(report).toMatchObject({ wrong: [], twice: [], miscounted: [], calls: paidOnce })
  expect(report.results).toBe(report.documents)
  expect(report.billed).toBe(report.calls.keys)
  expect(report.orphaned).toBe(4)
  expect(report.cut).toBeGreaterThan(0)
  expect(report.answered).toBeGreaterThan(0)
})

test.concurrent('pictures that were read are not read again after a kill', async () => {
  const report = await killDearReads({ documents: 4, kills: 1, latencyMs: 150 })

  expect(report).toMatchObject({
    results: 4,
    wrong: [],
    twice: [],
    texts: 4,
    readAgain: [],
    billed: 4,
    calls: { keys: 4, ...paidOnce },
  })
})

// It runs after the others, so that four products do not share the machine.
test('replies that their service keeps are fetched after a kill, and not paid for twice', async () => {
  const report = await killEverything({
    documents: 8,
    kills: 2,
    latencyMs: 1000,
    keepsReplies: true,
  })

  expect(report).toMatchObject({
    interruptions: 2,
    results: 8,
    wrong: [],
    twice: [],
    billed: 24,
    calls: { keys: 24, requestsCut: 0, ...paidOnce },
  })
  const { requests, idsLost, fetched: fetchCount } = report.calls
  // Only a kill between the start of a call and the commit of its id makes it happen again.
  expect(requests).toBe(24 + idsLost)
  expect(fetchCount).toBeGreaterThan(0)
})
