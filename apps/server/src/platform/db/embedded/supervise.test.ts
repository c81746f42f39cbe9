import { beforeEach, expect, test, vi } from 'vitest'
import type { Server } from './launch-server.ts'
import { supervise } from './supervise.ts'

const pauses: number[] = []
vi.mock('node:timers/promises', () => ({
  setTimeout: async (milliseconds: number) => void pauses.push(milliseconds),
}))

let now = 0
beforeEach(() => {
  pauses.length = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})

async function liveFor(milliseconds: number): Promise<void> {
  await null
  now += milliseconds
}

/** Servers that each live for as long as they are told; resolves when one is reported lost, or with none left to start. */
async function superviseServers(lives: readonly number[]): Promise<{ readonly lost: unknown[] }> {
  const lost: unknown[] = []
  const over = Promise.withResolvers<void>()
  const left = [...lives]
  const launch = async (): Promise<Server> => {
    const life = left.shift()
    if (life === undefined) over.resolve()
    return {
      pid: 0,
      socketFolder: '',
      adopted: false,
      get exited() {
        return life === undefined ? new Promise(() => {}) : liveFor(life)
      },
    }
  }
  const onLost = (error: unknown) => {
    lost.push(error)
    over.resolve()
  }
  supervise(await launch(), { launch, log: { info() {}, warn() {} }, onLost })
  await over.promise
  return { lost }
}

test('one that dies as soon as it runs is started after longer and longer pauses, then reported lost', async () => {
  const { lost } = await superviseServers([1000, 0, 0, 1999, ...Array(8).fill(0)])
  expect(lost.map(String)).toEqual(['Error: PostgreSQL died 11 times in a row.'])
  expect(pauses).toEqual([50, 200, 800, ...Array(7).fill(1000)])
})

test('one that served for a while is started again at once, however often it is killed', async () => {
  const { lost } = await superviseServers(Array.from({ length: 20 }, () => 2000))
  expect(lost).toEqual([])
  expect(pauses).toEqual(Array.from({ length: 20 }, () => 50))
})
