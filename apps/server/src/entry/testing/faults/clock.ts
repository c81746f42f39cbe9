import { globSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAlone } from './alone.ts'
import type { FaultPlan } from './fault.ts'
import type { FaultVerdict } from './judge-fault.ts'
import { tellUnderLoad } from './site.ts'

const library = () => globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0]

/** Returns why the clock cannot be moved on this machine, if it cannot. */
export const lacksMovableClock = () =>
  library() ? undefined : 'needs the package faketime of the system'

/** A look at the file every second is enough. */
const seenAfterSeconds = 1

/**
 * The clock of the product and of its database jumps an hour ahead, and the next time back. What counts seconds
 * by itself goes on counting, as on a machine whose clock is set.
 */
export async function moveClock(plan: FaultPlan): Promise<FaultVerdict> {
  await using cleaning = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'recto-clock-'))
  cleaning.defer(() => rm(folder, { recursive: true, force: true }))
  // The database runs as another user.
  await chmod(folder, 0o755)
  const file = join(folder, 'offset')
  await writeFile(file, '+0')
  const env = {
    LD_PRELOAD: library() ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: String(seenAfterSeconds),
    DONT_FAKE_MONOTONIC: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  }
  const singleInstallation = await openAlone(cleaning, { env })
  return await tellUnderLoad(singleInstallation, plan, {
    ...singleInstallation,
    mayEnd: [],
    mayCostCalls: false,
    isClockTrue: false,
    async fault(turn) {
      const isAhead = turn % 2 === 0
      await writeFile(file, isAhead ? '+1h' : '+0')
      await sleep((seenAfterSeconds + plan.seconds) * 1000)
      const { headers } = await singleInstallation.person().get('/health')
      const minutesAhead = (Date.parse(headers.get('date') ?? '') - Date.now()) / 60_000
      if (Math.round(minutesAhead) !== (isAhead ? 60 : 0))
        throw new Error('The clock did not move.')
      return { [isAhead ? 'jumps ahead' : 'jumps back']: 1 }
    },
  })
}
