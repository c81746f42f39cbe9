import { EventEmitter } from 'node:events'
import { socketLimits } from '@recto/contract/limits'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closingStuck } from './closing-stuck.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const connection = () => Object.assign(new EventEmitter(), { close: vi.fn() })
const beyond = socketLimits.waitingMessages + 1

test('a connection that takes nothing of too many messages for a while is closed, and only that one', () => {
  const closeIfStuck = closingStuck()
  const [stuck, well] = [connection(), connection()]

  for (let told = 0; told < beyond; told++) {
    for (const one of [stuck, well]) closeIfStuck(one)
  }
  well.emit('drain')
  vi.advanceTimersByTime(socketLimits.secondsToTake * 1000)

  expect(stuck.close).toHaveBeenCalledExactlyOnceWith(true)
  expect(well.close).not.toHaveBeenCalled()
})

test('as many as may wait may wait for long', () => {
  const closeIfStuck = closingStuck()
  const slow = connection()
  for (let told = 0; told < socketLimits.waitingMessages; told++) closeIfStuck(slow)
  vi.advanceTimersByTime(3_600_000)
  expect(slow.close).not.toHaveBeenCalled()
})

test('one that was slow once is watched again', () => {
  const closeIfStuck = closingStuck()
  const slow = connection()
  for (let round = 0; round < 2; round++) {
    for (let told = 0; told < beyond; told++) closeIfStuck(slow)
    if (round === 0) slow.emit('drain')
    vi.advanceTimersByTime(socketLimits.secondsToTake * 1000)
  }
  expect(slow.close).toHaveBeenCalledOnce()
})
