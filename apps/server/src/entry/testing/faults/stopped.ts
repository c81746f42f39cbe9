import { openAlone } from './alone.ts'
import type { FaultPlan } from './fault.ts'
import type { FaultVerdict } from './judge-fault.ts'
import { balanceWebs } from './plain-proxy.ts'
import { tellUnderLoad } from './site.ts'
import { openTogether } from './together.ts'

/** SIGTERM, then a new start: whoever comes meanwhile is refused or finds nobody, and nobody is cut off. */
export async function stopUnderLoad(plan: FaultPlan): Promise<FaultVerdict> {
  await using cleaning = new AsyncDisposableStack()
  const singleInstallation = await openAlone(cleaning)
  return await tellUnderLoad(singleInstallation, plan, {
    ...singleInstallation,
    mayEnd: ['refused', 'unreachable'],
    mayCostCalls: false,
    async fault() {
      const { code, orphans } = await singleInstallation.product().stop()
      await singleInstallation.startAgain()
      return { 'stops that failed': code === 0 ? 0 : 1, 'processes left over': orphans.length }
    },
  })
}

/** Two webs behind a proxy are replaced one after the other: no call may fail. */
export async function restartWebsInTurn(plan: FaultPlan): Promise<FaultVerdict> {
  await using cleaning = new AsyncDisposableStack()
  const sharedInstallation = await openTogether(cleaning, { webs: 2, workers: 1 })
  const { webs, installation } = sharedInstallation
  const { person, balance } = await balanceWebs(cleaning, sharedInstallation)
  return await tellUnderLoad(sharedInstallation, plan, {
    ...sharedInstallation,
    person,
    mayEnd: [],
    mayCostCalls: false,
    async fault() {
      for (const index of webs.keys()) {
        webs[index]?.signal('SIGTERM')
        await webs[index]?.exited
        webs[index] = installation.start('web')
        await balance()
      }
    },
  })
}
