import { ProviderError } from '@recto/provider-spec/provider-error'
import { expect, test } from 'vitest'
import { createRetryPatience } from './retry-patience.ts'

const unreachable = new ProviderError({ code: 'unreachable', message: 'ECONNREFUSED' })
const busy = new ProviderError({ code: 'unavailable', message: 'Busy.' })

function openPatience() {
  let milliseconds = 0
  const options = { seconds: 120, unreachableSeconds: 10 }
  const patience = createRetryPatience(options, () => milliseconds)
  const wait = (seconds: number) => {
    milliseconds += seconds * 1000
  }
  return { ...patience, wait }
}

test('the time counts from the first failure, whichever call of the run fails next', () => {
  const { getSecondsLeft, wait } = openPatience()
  expect(getSecondsLeft(busy)).toBe(120)
  wait(100)
  expect(getSecondsLeft(busy)).toBe(20)
  wait(30)
  expect(getSecondsLeft(busy)).toBe(-10)
})

test('a service that cannot be reached is given up within seconds', () => {
  const { getSecondsLeft, wait } = openPatience()
  expect(getSecondsLeft(unreachable)).toBe(10)
  wait(11)
  expect(getSecondsLeft(unreachable)).toBe(-1)
  expect(getSecondsLeft(busy)).toBe(109)
})

test('after a call that succeeded, the next failure counts anew', () => {
  const { getSecondsLeft, recordSuccess, wait } = openPatience()
  getSecondsLeft(busy)
  wait(119)
  recordSuccess()
  expect(getSecondsLeft(busy)).toBe(120)
})
