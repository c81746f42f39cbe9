import { killTree } from '../process-tree.ts'
import { openAlone } from './alone.ts'
import type { FaultPlan } from './fault.ts'
import type { FaultVerdict } from './judge-fault.ts'
import { tellUnderLoad } from './site.ts'
import { openTogether } from './together.ts'

/** Every process of the product and its database at once; then it is started again. */
export async function killEverythingUnderLoad(plan: FaultPlan): Promise<FaultVerdict> {
  await using cleaning = new AsyncDisposableStack()
  const alone = await openAlone(cleaning)
  return await tellUnderLoad(alone, plan, {
    ...alone,
    mayEnd: ['cut', 'unreachable', 'refused'],
    mayCostCalls: true,
    async fault() {
      await alone.product().kill()
      await alone.startAgain()
    },
  })
}

/** The database alone; the product starts it again by itself. */
export async function killDatabase(plan: FaultPlan): Promise<FaultVerdict> {
  await using cleaning = new AsyncDisposableStack()
  const alone = await openAlone(cleaning)
  return await tellUnderLoad(alone, plan, {
    ...alone,
    mayEnd: ['refused'],
    mayCostCalls: false,
    async fault() {
      await killTree((await alone.product().processes()).postgres.slice(0, 1))
    },
  })
}

/** One of two workers, and another is started in its place. */
export async function killWorker(plan: FaultPlan): Promise<FaultVerdict> {
  await using cleaning = new AsyncDisposableStack()
  const together = await openTogether(cleaning, { webs: 1, workers: 2 })
  const { workers, installation } = together
  return await tellUnderLoad(together, plan, {
    ...together,
    mayEnd: [],
    mayCostCalls: true,
    async fault(turn) {
      const which = turn % 2
      workers[which]?.signal('SIGKILL')
      await workers[which]?.exited
      workers[which] = installation.start('worker')
      await workers[which]?.ready
    },
  })
}
