import { expect, test } from 'vitest'
import { killInStudio } from './testing/kills/studio.ts'
import { orderOf } from './testing/orders.ts'

test.concurrent('a worker that is killed in the middle of all prompts loses none of them, and nothing that ended is asked again', async () => {
  const report = await killInStudio({ documents: 12, kills: 2, latencyMs: 300 })

  expect(report.asked).toBe(3 * 12)
  expect(report.inHand).toBeGreaterThan(0)
  expect(report).toMatchObject({
    failed: 0,
    calls: { keys: report.asked, askedAfterKept: [], askedTwiceInOneLife: [], neverKept: [] },
  })
  expect(report.values).toHaveLength(report.asked)
})

test.concurrent('nor does it lose a value of a single pass, nor pay for a call of it or of its challenge again', async () => {
  const report = await killInStudio({
    documents: 12,
    kills: 2,
    latencyMs: 200,
    isSinglePass: true,
  })

  expect(report.asked).toBe(12)
  expect(report.inHand).toBeGreaterThan(0)
  // All three together, the one that was left out, and the verdict on each.
  const keys = (2 + 3) * 12
  expect(report).toMatchObject({
    failed: 0,
    calls: { keys, askedAfterKept: [], askedTwiceInOneLife: [], neverKept: [] },
  })
  expect(report.values.toSorted()).toEqual(ordersUpTo(12))
})

/** The expected values of the orders, as the studio shows them. */
const ordersUpTo = (count: number) =>
  Array.from({ length: count }, (_, i) => orderOf(i + 1))
    .flatMap(({ order_number, customer, total }) => [order_number, customer, formatTotal(total)])
    .toSorted()

const formatTotal = (total: number) => (Number.isInteger(total) ? `${total}.0` : `${total}`)
