import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import { describeFailure } from '../../describe-failure.ts'
import { defaultLeaseSeconds } from '../../lease-seconds.ts'
import type { Log } from '../../log/log.ts'
import { type ClosableSemaphore, openSemaphore, type Semaphore } from './semaphore.ts'
import { claimSlots, type SlotRequest } from './slot-shares.store.ts'

export type SharedSlotsOptions = {
  /** The number of slots of each name, in all processes together. */
  readonly max: number
  readonly db: Db
  readonly log: Pick<Log, 'warn'>
  readonly renewSeconds?: number
  /** A process that has not renewed its slots for so long loses them. */
  readonly leaseSeconds?: number
}

type SlotState = {
  readonly semaphore: Semaphore
  /** Whether the last claim granted everything; otherwise only the work of other processes can free slots. */
  hasEnough: boolean
  /** It was last seen in use then, by `performance.now()`. */
  usedAt: number
}

/** The slots of one of several processes. They are claimed for many pieces of work at once, and renewed. */
export function shareSlots(options: SharedSlotsOptions): ClosableSemaphore {
  const { max, db, log, renewSeconds = 1, leaseSeconds = defaultLeaseSeconds } = options
  const processId = randomUUID()
  const slotsByName = new Map<string, SlotState>()
  const lease = leaseSeconds * 1000
  let renewedAt = performance.now()

  const claim = (requests: readonly SlotRequest[], returnedNames: readonly string[]) =>
    claimSlots({ db }, { processId, requests, returnedNames, max, leaseSeconds })

  const renew = async () => {
    const startedAt = performance.now()
    const returnedNames = removeUnused(slotsByName, lease)
    const requests = requestsOf(slotsByName, max)
    try {
      grant(slotsByName, requests, await claim(requests, returnedNames))
      renewedAt = startedAt
    } catch (error) {
      log.warn({ reason: describeFailure(error) }, 'slots could not be claimed')
      // Other processes may claim what was not renewed in time.
      if (performance.now() - renewedAt > lease) grant(slotsByName, requests, new Map())
    }
    return slotsByName.size > 0
  }
  const renewal = repeatWhileNeeded(renew, renewSeconds * 1000)

  return {
    run(name, work, priority) {
      const slots = slotsByName.get(name) ?? {
        semaphore: openSemaphore(0),
        hasEnough: true,
        usedAt: 0,
      }
      slotsByName.set(name, slots)
      const { semaphore } = slots
      const runPromise = semaphore.run(work, priority)
      if (semaphore.waitingCount > 0 && slots.hasEnough && semaphore.slots < max) renewal.now()
      return runPromise
    },
    async close() {
      await renewal.stop()
      await claim([], [...slotsByName.keys()]).catch((error: unknown) => {
        log.warn({ reason: describeFailure(error) }, 'slots could not be returned')
      })
    },
  }
}

/** Removes names that were not used for so long, and returns them. */
function removeUnused(
  slotsByName: Map<string, SlotState>,
  milliseconds: number,
): readonly string[] {
  const now = performance.now()
  const unusedNames: string[] = []
  for (const [name, slots] of slotsByName) {
    const { runningCount, waitingCount } = slots.semaphore
    if (runningCount + waitingCount > 0) slots.usedAt = now
    else if (now - slots.usedAt > milliseconds) unusedNames.push(name)
  }
  for (const name of unusedNames) slotsByName.delete(name)
  return unusedNames
}

/** The first claim is for so many, and later ones are for twice what is needed, so that few are made. */
const minWanted = 8

const requestsOf = (
  slotsByName: ReadonlyMap<string, SlotState>,
  max: number,
): readonly SlotRequest[] =>
  [...slotsByName].map(
    ([
      name,
      {
        semaphore: { runningCount, waitingCount, slots },
      },
    ]) => ({
      name,
      wanted: Math.min(max, Math.max(minWanted, 2 * (runningCount + waitingCount))),
      inUse: Math.max(runningCount, slots),
    }),
  )

function grant(
  slotsByName: ReadonlyMap<string, SlotState>,
  requests: readonly SlotRequest[],
  slotCounts: ReadonlyMap<string, number>,
): void {
  for (const { name, wanted: wantedSlots } of requests) {
    const slots = slotsByName.get(name)
    const count = slotCounts.get(name) ?? 0
    if (!slots) continue
    slots.hasEnough = count >= wantedSlots
    slots.semaphore.setSlots(count)
  }
}

/** Acts when `now` is called, and from then on at an interval as long as `act` returns true. */
function repeatWhileNeeded(act: () => Promise<boolean>, intervalMilliseconds: number) {
  let currentRun: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let mustRepeat = false
  let isStopped = false

  const run = async () => {
    clearTimeout(timer)
    let isNeeded: boolean
    do {
      mustRepeat = false
      isNeeded = await act()
    } while (mustRepeat)
    currentRun = undefined
    if (isNeeded && !isStopped) timer = setTimeout(now, intervalMilliseconds).unref()
  }
  const now = () => {
    if (currentRun) mustRepeat = true
    else if (!isStopped) currentRun = run()
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
