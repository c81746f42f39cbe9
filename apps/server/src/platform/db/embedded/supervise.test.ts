import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Server } from './server.ts'
import { supervise } from './supervise.ts'

const pauses: number[] = []
const realPause = timers.setTimeout
const usePause = (setTimeout: typeof timers.setTimeout) => {
  Object.assign(timers, { setTimeout })
  syncBuiltinESMExports()
}
const notePause = async (milliseconds?: number) => void pauses.push(milliseconds ?? 0)
beforeAll(() => usePause(notePause as typeof realPause))
afterAll(() => usePause(realPause))

let now = 0
beforeEach(() => {
  pauses.length = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})

async function liveFor(milliseconds: number): Promise<void> {
  await null
  now += milliseconds
}

/**
 * Supervises servers that each live for a given time. Resolves when one is reported lost, or when
 * none is left to start.
 */
async function superviseServers(lives: readonly number[]): Promise<{ readonly lost: unknown[] }> {
  const reports: unknown[] = []
  const completion = Promise.withResolvers<void>()
  const left = [...lives]
  const launch = async (): Promise<Server> => {
    const life = left.shift()
    if (life === undefined) completion.resolve()
    return {
      pid: 0,
      address: { kind: 'socket', folder: '' },
      isAdopted: false,
      signal: () => {},
      get exited() {
        return life === undefined ? new Promise(() => {}) : liveFor(life)
      },
    }
  }
  const onLost = (error: unknown) => {
    reports.push(error)
    completion.resolve()
  }
  supervise(await launch(), { launch, log: { info() {}, warn() {} }, onLost })
  await completion.promise
  return { lost: reports }
}

test('restarts a server that dies immediately after growing pauses, then reports it lost', async () => {
  const { lost: reports } = await superviseServers([1000, 0, 0, 1999, ...Array(8).fill(0)])
  expect(reports.map(String)).toEqual(['Error: PostgreSQL stopped unexpectedly 11 times in a row.'])
  expect(pauses).toEqual([50, 200, 800, ...Array(7).fill(1000)])
})

test('restarts a server that ran for a while without a pause, however often it is killed', async () => {
  const { lost: reports } = await superviseServers(Array.from({ length: 20 }, () => 2000))
  expect(reports).toEqual([])
  expect(pauses).toEqual(Array.from({ length: 20 }, () => 50))
})
