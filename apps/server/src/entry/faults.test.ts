import { describe, expect, test } from 'vitest'
import { faults } from './testing/faults/catalogue.ts'
import type { Fault, FaultPlan } from './testing/faults/fault.ts'

type SmallPlan = Pick<FaultPlan, 'times' | 'seconds' | 'documents'>

// Short versions; `npm run faults` runs all of them for longer. Kills of everything and of workers,
// stops and a full disk have separate tests.
const small: Readonly<Partial<Record<keyof typeof faults, SmallPlan>>> = {
  'kill-database': { times: 2, seconds: 0 },
  'rolling-restart': { times: 1, seconds: 0 },
  'database-refusing': { times: 1, seconds: 2 },
  'database-frozen': { times: 1, seconds: 2 },
  'model-dead': { times: 1, seconds: 6 },
  'model-dripping': { times: 1, seconds: 4 },
  'model-cutting': { times: 1, seconds: 2 },
  'model-busy': { times: 1, seconds: 3 },
  'clock-moved': { times: 2, seconds: 2 },
  'model-changed': { times: 3, seconds: 0, documents: 60 },
}

describe.concurrent.each(Object.entries(small))('%s', (name, plan) => {
  const { what: description, run, lacks }: Fault = faults[name as keyof typeof faults]
  const lack = lacks?.()

  test.skipIf(lack)(
    `${lack ? `(${lack}) ` : ''}${description}: nothing is lost, doubled or paid for nothing`,
    async () => {
      const {
        broken: brokenGuarantees,
        accepted: acceptedCount,
        faults: faultTimes,
      } = await run({ callers: 4, ...plan })

      expect(brokenGuarantees).toEqual([])
      expect(faultTimes).toBe(plan.times)
      expect(acceptedCount).toBeGreaterThan(plan.times * 4)
    },
    180_000,
  )
})
