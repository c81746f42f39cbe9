import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openPlaces, settle } from './settle.ts'

test('a place is free again after work that failed', async () => {
  const run = openPlaces(1)
  const broken = new Error('It broke.')

  const settled = await Promise.all([
    settle(() => run(() => Promise.reject(broken))),
    settle(() => run(async () => 'done')),
  ])

  expect(settled).toEqual([
    { isDone: false, error: broken },
    { isDone: true, value: 'done' },
  ])
})

test('no more work is under way than there are places, first come, first served', async () => {
  const run = openPlaces(3)
  const begun: number[] = []
  let underWay = 0
  let most = 0
  const work = async (number: number) => {
    begun.push(number)
    underWay += 1
    most = Math.max(most, underWay)
    await setImmediate()
    underWay -= 1
  }

  await Promise.all([1, 2, 3, 4, 5, 6, 7].map((number) => run(() => work(number))))

  expect(begun).toEqual([1, 2, 3, 4, 5, 6, 7])
  expect(most).toBe(3)
})
