import { setTimeout as sleep } from 'node:timers/promises'
import { awaitTakeover } from '../kills/await-takeover.ts'
import type { FaultPlan } from './fault.ts'
import type { FaultVerdict } from './judge-fault.ts'
import { tellUnderLoad } from './site.ts'
import { deathsIn, openTogether } from './together.ts'

/** A lease, two looks of the others, and time for what they do then. */
const maxTakeoverSeconds = 8

/** One of two workers stands still, for longer than its lease, and then goes on. */
export async function freezeWorker(plan: FaultPlan): Promise<FaultVerdict> {
  await using cleaning = new AsyncDisposableStack()
  const sharedInstallation = await openTogether(cleaning, { webs: 1, workers: 2 })
  const { workers, installation } = sharedInstallation
  let slowestTakeover = 0
  const verdict = await tellUnderLoad(sharedInstallation, plan, {
    ...sharedInstallation,
    mayEnd: [],
    mayCostCalls: true,
    besides: () => ({
      ...deathsIn(sharedInstallation.output()),
      's until the slowest takeover': slowestTakeover,
    }),
    async fault(turn) {
      const worker = workers[turn % 2]
      if (!worker) throw new Error('There is nothing to suspend.')
      const startedAt = Date.now()
      worker.signal('SIGSTOP')
      const [takeover] = await Promise.all([
        awaitTakeover(installation.databaseUrl, { pid: worker.pid, startedAt }),
        sleep(plan.seconds * 1000),
      ])
      worker.signal('SIGCONT')
      slowestTakeover = Math.max(slowestTakeover, takeover.takeoverSeconds)
      return { 'items held by them': takeover.heldItems }
    },
  })
  if (slowestTakeover <= maxTakeoverSeconds) return verdict
  const complaint = `a takeover took ${slowestTakeover} s, more than ${maxTakeoverSeconds}`
  return { ...verdict, broken: [...verdict.broken, complaint] }
}
