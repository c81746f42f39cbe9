import { setTimeout as sleep } from 'node:timers/promises'
import { startBucketServer } from '@recto/testkit/bucket-server'
import type { ProgramName, RunningProcess } from '../start-process.ts'
import type { FaultPlan } from './fault.ts'
import type { FaultVerdict } from './judge-fault.ts'
import { balanceWebs } from './plain-proxy.ts'
import { tellUnderLoad } from './site.ts'
import { deathsIn, openTogether, type SharedProcesses } from './together.ts'

/**
 * Two webs behind a balancer, four workers and a scheduler on one database and one bucket. Each process in its turn is
 * killed and started anew, and then each stands still. Who was waiting at a web that is killed is cut off and asks again.
 */
export async function breakEachOfMany(plan: FaultPlan): Promise<FaultVerdict> {
  await using cleaning = new AsyncDisposableStack()
  const bucket = await startBucketServer(['recto'])
  cleaning.defer(() => bucket.stop())
  const sharedInstallation = await openTogether(cleaning, {
    webs: 2,
    workers: 4,
    schedulers: 1,
    env: {
      FILE_STORE_URL: 's3://recto/files',
      FILE_STORE_ENDPOINT: bucket.url,
      FILE_STORE_KEY: bucket.key,
      FILE_STORE_SECRET: bucket.secret,
      RECTO_WORKERS_SCHEDULE: 'off',
    },
  })
  const { person, balance } = await balanceWebs(cleaning, sharedInstallation)
  const victims = victimsOf(sharedInstallation)
  return await tellUnderLoad(sharedInstallation, plan, {
    ...sharedInstallation,
    person,
    mayEnd: ['cut', 'refused'],
    mayCostCalls: true,
    besides: () => deathsIn(sharedInstallation.output()),
    async fault(turn) {
      const { program, all, which: victimIndex } = victims[turn % victims.length]!
      const isKill = Math.floor(turn / victims.length) % 2 === 0
      plan.print?.(`${isKill ? 'kill' : 'freeze'} ${program} ${victimIndex + 1}`)
      if (isKill) {
        all[victimIndex]?.signal('SIGKILL')
        await all[victimIndex]?.exited
        all[victimIndex] = sharedInstallation.installation.start(program)
        await all[victimIndex]?.ready
      } else {
        all[victimIndex]?.signal('SIGSTOP')
        await sleep(plan.seconds * 1000)
        all[victimIndex]?.signal('SIGCONT')
      }
      await balance()
    },
  })
}

type Victim = {
  readonly program: ProgramName
  readonly all: RunningProcess[]
  readonly which: number
}

const victimsOf = ({ webs, workers, schedulers }: SharedProcesses): Victim[] => [
  ...webs.map((_, index) => ({ program: 'web' as const, all: webs, which: index })),
  ...workers.map((_, index) => ({ program: 'worker' as const, all: workers, which: index })),
  ...schedulers.map((_, index) => ({
    program: 'scheduler' as const,
    all: schedulers,
    which: index,
  })),
]
