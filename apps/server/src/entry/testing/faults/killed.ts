import { killTree } from '../process-tree.ts'
import { openAlone } from './alone.ts'
import type { FaultPlan } from './fault.ts'
import type { FaultVerdict } from './judge-fault.ts'
import { tellUnderLoad } from './site.ts'
import { openTogether } from './together.ts'

/** Every process of the product and its database at once; then it is started again. */
export async function killEverythingUnderLoad(plan: FaultPlan): Promise<FaultVerdict> {
  await using cleaning = new AsyncDisposableStack()
  const singleInstallation = await openAlone(cleaning)
  return await tellUnderLoad(singleInstallation, plan, {
    ...singleInstallation,
    mayEnd: ['cut', 'unreachable', 'refused'],
    mayCostCalls: true,
    async fault() {
      await singleInstallation.product().kill()
      await singleInstallation.startAgain()
    },
  })
}

/** The database alone; the product starts it again by itself. */
export async function killDatabase(plan: FaultPlan): Promise<FaultVerdict> {
  await using cleaning = new AsyncDisposableStack()
  const singleInstallation = await openAlone(cleaning)
  return await tellUnderLoad(singleInstallation, plan, {
    ...singleInstallation,
    mayEnd: ['refused'],
    mayCostCalls: false,
    async fault() {
      await killTree((await singleInstallation.product().processes()).postgres.slice(0, 1))
    },
  })
}

/** One of two workers, and another is started in its place. */
export async function killWorker(plan: FaultPlan): Promise<FaultVerdict> {
  await using cleaning = new AsyncDisposableStack()
  const sharedInstallation = await openTogether(cleaning, { webs: 1, workers: 2 })
  const { workers, installation } = sharedInstallation
  return await tellUnderLoad(sharedInstallation, plan, {
    ...sharedInstallation,
    mayEnd: [],
    mayCostCalls: true,
    async fault(turn) {
      const victimIndex = turn % 2
      workers[victimIndex]?.signal('SIGKILL')
      await workers[victimIndex]?.exited
      workers[victimIndex] = installation.start('worker')
      await workers[victimIndex]?.ready
    },
  })
}
