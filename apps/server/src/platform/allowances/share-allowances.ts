import { randomUUID } from 'node:crypto'
import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import { defaultLeaseSeconds } from '../lease-seconds.ts'
import type { Log } from '../log/log.ts'
import type { ClosableSemaphore } from './allowances.ts'
import { claimAllowances } from './claim-allowances.ts'
import { openHeldAllowances } from './held-allowances.ts'

export type SharedAllowanceOptions = {
  /** Of each name, over all processes. */
  readonly max: number
  readonly db: Db
  readonly log: Pick<Log, 'warn'>
  readonly beatSeconds?: number
  /** For so long others leave a process its allowances that says nothing. */
  readonly leaseSeconds?: number
}

/** The allowances of one of several processes: claimed for many pieces of work at once, and renewed. */
export function shareAllowances(options: SharedAllowanceOptions): ClosableSemaphore {
  const { max, db, log, beatSeconds = 1, leaseSeconds = defaultLeaseSeconds } = options
  const holderId = randomUUID()
  const heldAllowances = openHeldAllowances()
  const lease = leaseSeconds * 1000
  let renewedAt = performance.now()

  const renew = async () => {
    const startedAt = performance.now()
    const returnedNames = heldAllowances.dropUnused(lease)
    const requests = heldAllowances.needs(max)
    try {
      const claim = { holderId, asked: requests, returned: returnedNames, max, leaseSeconds }
      heldAllowances.give(requests, await claimAllowances(db, claim))
      renewedAt = startedAt
    } catch (error) {
      log.warn({ reason: describeFailure(error) }, 'allowances could not be claimed')
      // Others may take what was not claimed again in time.
      if (performance.now() - renewedAt > lease)
        heldAllowances.give(heldAllowances.needs(max), new Map())
    }
    return heldAllowances.count > 0
  }
  const beat = repeatWhileNeeded(renew, beatSeconds * 1000)

  return {
    run(name, work, turn) {
      const one = heldAllowances.get(name)
      const run = one.gate.run(work, turn)
      if (one.gate.waiting > 0 && one.isEnough && one.gate.room < max) beat.now()
      return run
    },
    async close() {
      await beat.stop()
      const returnedNames = heldAllowances.needs(max).map(({ name }) => name)
      const claim = { holderId, asked: [], returned: returnedNames, max, leaseSeconds }
      await claimAllowances(db, claim).catch((error: unknown) => {
        log.warn({ reason: describeFailure(error) }, 'allowances could not be released')
      })
    },
  }
}

/** Acts when it is asked to and from then on again and again, for as long as that is needed. */
function repeatWhileNeeded(act: () => Promise<boolean>, everyMilliseconds: number) {
  let currentRun: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isAskedAgain = false
  let isStopped = false

  const actNow = async () => {
    clearTimeout(timer)
    let isNeeded: boolean
    do {
      isAskedAgain = false
      isNeeded = await act()
    } while (isAskedAgain)
    currentRun = undefined
    if (isNeeded && !isStopped) timer = setTimeout(now, everyMilliseconds).unref()
  }
  const now = () => {
    if (currentRun) isAskedAgain = true
    else if (!isStopped) currentRun = actNow()
  }

  return {
    now,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await currentRun
    },
  }
}
