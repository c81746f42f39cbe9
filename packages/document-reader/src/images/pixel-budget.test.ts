import { expect, test } from 'vitest'
import { openPixelBudget } from './pixel-budget.ts'

const { signal } = new AbortController()

test('pictures wait until others are done with, in their order', async () => {
  const budget = openPixelBudget(100)
  const first = await budget.reserve(60, signal)
  const second = await budget.reserve(40, signal)
  const grantedNames: string[] = []
  const third = budget.reserve(70, signal).then((reservation) => {
    grantedNames.push('third')
    return reservation
  })
  const fourth = budget.reserve(10, signal).then(() => grantedNames.push('fourth'))

  second.release()
  expect(budget.tryReserve(10)).toBeUndefined()
  expect(grantedNames).toEqual([])
  first.release()
  await Promise.all([third, fourth])

  expect(grantedNames).toEqual(['third', 'fourth'])
  expect(budget.tryReserve(30)).toBeUndefined()
  expect(budget.tryReserve(20)).toBeDefined()
})

test('a picture that turns out smaller makes room, and is given back once', () => {
  const budget = openPixelBudget(100)
  const first = budget.tryReserve(100)

  expect(budget.tryReserve(40)).toBeUndefined()
  first?.shrinkTo(50)
  first?.shrinkTo(80)
  expect(budget.tryReserve(60)).toBeUndefined()
  expect(budget.tryReserve(50)).toBeDefined()
  first?.release()
  first?.release()
  expect(budget.tryReserve(60)).toBeUndefined()
  expect(budget.tryReserve(50)).toBeDefined()
})

test('one that is larger than the budget comes alone', async () => {
  const budget = openPixelBudget(100)
  const small = await budget.reserve(10, signal)
  const large = budget.reserve(1000, signal)

  small.release()
  const reservation = await large
  expect(budget.tryReserve(1)).toBeUndefined()
  reservation.release()
  expect(budget.tryReserve(100)).toBeDefined()
})

test('one that is no longer wanted leaves the line, and those behind it are served', async () => {
  const budget = openPixelBudget(100)
  const first = await budget.reserve(60, signal)
  const controller = new AbortController()
  const large = budget.reserve(100, controller.signal)
  const small = budget.reserve(40, signal)

  controller.abort(new Error('Olga left'))

  await expect(large).rejects.toThrow('Olga left')
  await expect(budget.reserve(1, controller.signal)).rejects.toThrow('Olga left')
  await small
  first.release()
  expect(budget.tryReserve(60)).toBeDefined()
})
