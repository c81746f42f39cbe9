import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { env } from 'node:process'
import type { RunningProcess } from '../start-process.ts'
import type { FaultPlan } from './fault.ts'
import type { FaultVerdict } from './judge-fault.ts'
import { balanceWebs } from './plain-proxy.ts'
import { tellUnderLoad } from './site.ts'
import { openTogether } from './together.ts'

/** A tree of an earlier version, with its packages: `git worktree add`, `npm ci`, `npm run build` there. */
const treeOfEarlier = () => env.RECTO_FAULTS_EARLIER

export function lacksEarlierTree(): string | undefined {
  const tree = treeOfEarlier()
  if (tree !== undefined && existsSync(join(tree, 'apps/server/src/entry/web.ts'))) return undefined
  return 'RECTO_FAULTS_EARLIER names no tree of an earlier version'
}

/**
 * Webs and workers of an earlier version are replaced one by one while callers are at work. The first new process migrates
 * the database under the old ones, which go on until their turn: no call may fail.
 */
export async function upgradeInTurn(plan: FaultPlan): Promise<FaultVerdict> {
  await using cleaning = new AsyncDisposableStack()
  const tree = treeOfEarlier() ?? ''
  const sharedInstallation = await openTogether(cleaning, { webs: 2, workers: 2, tree })
  const { installation, webs, workers } = sharedInstallation
  const { person, balance } = await balanceWebs(cleaning, sharedInstallation)
  const replace = async (all: RunningProcess[], index: number, to: RunningProcess) => {
    await to.ready
    const old = all[index]
    all[index] = to
    if (all === webs) await balance()
    old?.signal('SIGTERM')
    await old?.exited
  }
  return await tellUnderLoad(sharedInstallation, plan, {
    ...sharedInstallation,
    person,
    mayEnd: [],
    mayCostCalls: false,
    async fault() {
      for (const index of workers.keys())
        await replace(workers, index, installation.start('worker'))
      for (const index of webs.keys()) await replace(webs, index, installation.start('web'))
      return { 'processes replaced': workers.length + webs.length }
    },
  })
}
