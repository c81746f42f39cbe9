import { EventEmitter } from 'node:events'
import { socketLimits } from '@recto/contract/wire/limits'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStuckConnectionCloser } from './close-stuck-connections.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const connection = () => Object.assign(new EventEmitter(), { close: vi.fn() })
const tooManyMessages = socketLimits.waitingMessages + 1

test('closes only the connection that receives none of too many messages for a while', () => {
  const closeIfStuck = createStuckConnectionCloser()
  const stuckConnection = connection()
  const well = connection()

  for (let count = 0; count < tooManyMessages; count++) {
    for (const one of [stuckConnection, well]) closeIfStuck(one)
  }
  well.emit('drain')
  vi.advanceTimersByTime(socketLimits.secondsToTake * 1000)

  expect(stuckConnection.close).toHaveBeenCalledExactlyOnceWith(true)
  expect(well.close).not.toHaveBeenCalled()
})

test('keeps a connection with the maximum number of pending messages open', () => {
  const closeIfStuck = createStuckConnectionCloser()
  const slow = connection()
  for (let count = 0; count < socketLimits.waitingMessages; count++) closeIfStuck(slow)
  vi.advanceTimersByTime(3_600_000)
  expect(slow.close).not.toHaveBeenCalled()
})

test('watches a connection again after it was slow once', () => {
  const closeIfStuck = createStuckConnectionCloser()
  const slow = connection()
  for (let round = 0; round < 2; round++) {
    for (let count = 0; count < tooManyMessages; count++) closeIfStuck(slow)
    if (round === 0) slow.emit('drain')
    vi.advanceTimersByTime(socketLimits.secondsToTake * 1000)
  }
  expect(slow.close).toHaveBeenCalledOnce()
})
