import { setTimeout as sleep } from 'node:timers/promises'
import { startBucketServer } from '@recto/testkit/bucket-server'
import type { ProgramName, RunningProcess } from '../start-process.ts'
import type { FaultPlan } from './fault.ts'
import type { FaultVerdict } from './judge-fault.ts'
import { balanceWebs } from './plain-proxy.ts'
import { tellUnderLoad } from './site.ts'
import { deathsIn, openTogether, type Together } from './together.ts'

/**
 * Two webs behind a balancer, four workers and a scheduler on one database and one bucket. Each process in its turn is
 * killed and started anew, and then each stands still. Who was waiting at a web that is killed is cut off and asks again.
 */
export async function breakEachOfMany(plan: FaultPlan): Promise<FaultVerdict> {
  await using cleaning = new AsyncDisposableStack()
  const bucket = await startBucketServer(['recto'])
  cleaning.defer(() => bucket.stop())
  const together = await openTogether(cleaning, {
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
  const { person, balance } = await balanceWebs(cleaning, together)
  const victims = victimsOf(together)
  return await tellUnderLoad(together, plan, {
    ...together,
    person,
    mayEnd: ['cut', 'refused'],
    mayCostCalls: true,
    besides: () => deathsIn(together.output()),
    async fault(turn) {
      const { program, all, which } = victims[turn % victims.length]!
      const isKill = Math.floor(turn / victims.length) % 2 === 0
      plan.print?.(`${isKill ? 'kill' : 'freeze'} ${program} ${which + 1}`)
      if (isKill) {
        all[which]?.signal('SIGKILL')
        await all[which]?.exited
        all[which] = together.installation.start(program)
        await all[which]?.ready
      } else {
        all[which]?.signal('SIGSTOP')
        await sleep(plan.seconds * 1000)
        all[which]?.signal('SIGCONT')
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

const victimsOf = ({ webs, workers, schedulers }: Together): Victim[] => [
  ...webs.map((_, which) => ({ program: 'web' as const, all: webs, which })),
  ...workers.map((_, which) => ({ program: 'worker' as const, all: workers, which })),
  ...schedulers.map((_, which) => ({ program: 'scheduler' as const, all: schedulers, which })),
]
