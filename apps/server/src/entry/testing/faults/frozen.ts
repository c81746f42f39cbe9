import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultPlan } from './fault.ts'
import type { FaultVerdict } from './judge-fault.ts'
import { tellUnderLoad } from './site.ts'
import { deathsIn, openTogether } from './together.ts'

/** One of two workers stands still, for longer than its lease, and then goes on. */
export async function freezeWorker(plan: FaultPlan): Promise<FaultVerdict> {
  await using cleaning = new AsyncDisposableStack()
  const sharedInstallation = await openTogether(cleaning, { webs: 1, workers: 2 })
  return await tellUnderLoad(sharedInstallation, plan, {
    ...sharedInstallation,
    mayEnd: [],
    mayCostCalls: true,
    besides: () => deathsIn(sharedInstallation.output()),
    async fault(turn) {
      const worker = sharedInstallation.workers[turn % 2]
      worker?.signal('SIGSTOP')
      await sleep(plan.seconds * 1000)
      worker?.signal('SIGCONT')
    },
  })
}
