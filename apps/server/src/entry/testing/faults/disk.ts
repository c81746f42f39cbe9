import { spawnSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mountDisk } from '../small-disk.ts'
import { openAlone } from './alone.ts'
import type { FaultPlan } from './fault.ts'
import type { FaultVerdict } from './judge-fault.ts'
import { tellUnderLoad } from './site.ts'

/** The disk under the whole installation fills up, and is freed again. */
export async function fillDisk(plan: FaultPlan): Promise<FaultVerdict> {
  await using cleaning = new AsyncDisposableStack()
  const disk = await mountDisk(cleaning, 700)
  const singleInstallation = await openAlone(cleaning, { dataDir: disk })
  const filler = join(disk, 'filler')
  return await tellUnderLoad(singleInstallation, plan, {
    ...singleInstallation,
    mayEnd: ['refused'],
    mayCostCalls: false,
    async fault() {
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k'])
      await sleep(plan.seconds * 1000)
      await rm(filler)
    },
  })
}
