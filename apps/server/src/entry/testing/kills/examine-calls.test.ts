import { expect, test } from 'vitest'
import type { LoggedEvent } from '../canned-model-process.ts'
import { examineCalls } from './examine-calls.ts'

const toIsoTime = (ms: number) => new Date(ms).toISOString()

/** A request that came in, and its reply unless it was cut. */
function call(id: number, key: string, from: number, to?: number): LoggedEvent[] {
  const requestFields = { id, idempotencyKey: key }
  const receivedEvent: LoggedEvent = { ...requestFields, event: 'received', at: toIsoTime(from) }
  if (to === undefined) return [receivedEvent]
  return [
    receivedEvent,
    { ...requestFields, event: 'ended', at: toIsoTime(to), outcome: 'replied' },
  ]
}

test('a call that a kill cut, and one whose reply it cut off from the cache, are made again', () => {
  const log = [...call(1, 'cut', 10), ...call(2, 'lost', 10, 20)]
  const repeatedCalls = [...call(3, 'cut', 40, 50), ...call(4, 'lost', 40, 50)]
  const storedCalls = [
    { callKey: 'cut', keptAt: 51 },
    { callKey: 'lost', keptAt: 51 },
  ]

  expect(examineCalls([...log, ...repeatedCalls], storedCalls, [30])).toEqual({
    keys: 2,
    requests: 4,
    replies: 3,
    kept: 2,
    repliesLostInFlight: 1,
    requestsCut: 1,
    answeredAfterKill: 0,
    idsLost: 0,
    fetched: 0,
    askedAfterKept: [],
    askedTwiceInOneLife: [],
    neverKept: [],
  })
})

test('a call that is made again although its reply was kept is found', () => {
  const log = [...call(1, 'paid twice', 10, 20), ...call(2, 'paid twice', 40, 50)]

  const report = examineCalls(log, [{ callKey: 'paid twice', keptAt: 21 }], [30])

  expect(report.askedAfterKept).toEqual(['paid twice'])
})

test('a call that is made again without a kill, or whose reply is never kept, is found', () => {
  const log = [...call(1, 'repeated', 40, 45), ...call(2, 'repeated', 50, 55)]

  expect(examineCalls(log, [], [30])).toMatchObject({
    askedTwiceInOneLife: ['repeated'],
    neverKept: ['repeated'],
  })
})

test('a reply that its service keeps is fetched after a kill, or asked for again if its id was lost', () => {
  const isKept = (line: LoggedEvent): LoggedEvent => ({ ...line, isKept: true })
  const log = [...call(1, 'fetched', 10, 40), ...call(2, 'lost', 10, 40)].map(isKept)
  const repeatedCalls = call(3, 'lost', 45, 50).map(isKept)
  const storedCalls = [
    { callKey: 'fetched', keptAt: 46 },
    { callKey: 'lost', keptAt: 51 },
  ]

  expect(examineCalls([...log, ...repeatedCalls], storedCalls, [30])).toMatchObject({
    keys: 2,
    requests: 3,
    idsLost: 1,
    fetched: 1,
    requestsCut: 0,
  })
})

test('a reply that comes after the signal was in flight at the kill, and one that came before was not stored in time', () => {
  const log = [...call(1, 'in flight', 10, 25), ...call(2, 'not stored', 10, 15)]
  const repeatedCalls = [...call(3, 'in flight', 40, 50), ...call(4, 'not stored', 40, 50)]
  const storedCalls = [
    { callKey: 'in flight', keptAt: 51 },
    { callKey: 'not stored', keptAt: 51 },
  ]

  expect(examineCalls([...log, ...repeatedCalls], storedCalls, [30], [20])).toMatchObject({
    repliesLostInFlight: 2,
    answeredAfterKill: 1,
  })
})
