import { describe, expect, test } from 'vitest'
import { faults } from './testing/faults/catalogue.ts'
import type { Fault } from './testing/faults/fault.ts'

// The small ones; `npm run faults` tells all of them, for longer. Kills of everything and of workers, stops and a full disk
// have tests of their own.
const small: Readonly<Partial<Record<keyof typeof faults, { times: number; seconds: number }>>> = {
  'kill-database': { times: 2, seconds: 0 },
  'rolling-restart': { times: 1, seconds: 0 },
  'database-refusing': { times: 1, seconds: 2 },
  'database-frozen': { times: 1, seconds: 2 },
  'model-dead': { times: 1, seconds: 6 },
  'model-dripping': { times: 1, seconds: 4 },
  'model-cutting': { times: 1, seconds: 2 },
  'model-busy': { times: 1, seconds: 3 },
  'clock-moved': { times: 2, seconds: 2 },
}

describe.concurrent.each(Object.entries(small))('%s', (name, plan) => {
  const { what, run, lacks }: Fault = faults[name as keyof typeof faults]
  const lack = lacks?.()

  test.skipIf(lack)(
    `${lack ? `(${lack}) ` : ''}${what}: nothing is lost, doubled or paid for nothing`,
    async () => {
      const { broken, accepted, faults: happened } = await run({ callers: 4, ...plan })

      expect(broken).toEqual([])
      expect(happened).toBe(plan.times)
      expect(accepted).toBeGreaterThan(plan.times * 4)
    },
    180_000,
  )
})
