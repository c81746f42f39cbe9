import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Log } from '../log/log.ts'
import { beatClaims, freeClaims, isHeld, sweepClaims } from './claim-rows.ts'

/** Somebody else does the work now. */
class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError'

  constructor() {
    super('Another process took over this job.')
  }
}

/** What this process holds, and shows that it lives for. */
export type Holders = {
  /** Shows, as long as the work goes on, that its holder lives. */
  hold<T>(holderId: string, work: () => Promise<T>): Promise<T>
  /** Throws `ClaimLostError` when it was taken over because this process showed no life. */
  confirm(holderId: string): Promise<void>
  /** Makes what is held nobody's. */
  close(): Promise<void>
}

type HoldersOptions = {
  readonly db: Db
  readonly log: Pick<Log, 'warn'>
  readonly beatSeconds: number
  readonly leaseSeconds: number
  readonly closing: AbortSignal
}

export function openHolders(holdersOptions: HoldersOptions): Holders {
  const { db, log, beatSeconds, leaseSeconds, closing: closeSignal } = holdersOptions
  const holderIds = new Set<string>()
  /** When all that is held was last shown to live, by a clock that goes on while the process does not. */
  let shownAt = 0
  /** What others have taken over. */
  const lostIds = new Set<string>()
  let isBeating = false

  const beat = async () => {
    if (isBeating) return
    isBeating = true
    for (;;) {
      const options = { signal: closeSignal, ref: false }
      await sleep(beatSeconds * 1000, undefined, options).catch(() => {})
      isBeating = holderIds.size > 0 && !closeSignal.aborted
      if (!isBeating) return
      const since = performance.now()
      const shownIds = [...holderIds]
      await beatClaims(db, shownIds)
        .then((heldIds) => {
          shownAt = since
          for (const one of shownIds)
            if (!heldIds.includes(one) && holderIds.has(one)) lostIds.add(one)
          return sweepClaims(db)
        })
        .catch((error: unknown) => {
          log.warn({ reason: describeFailure(error) }, 'claims could not be renewed')
        })
    }
  }

  return {
    async hold(holderId, work) {
      if (holderIds.size === 0) shownAt = performance.now()
      holderIds.add(holderId)
      void beat()
      try {
        return await work()
      } finally {
        holderIds.delete(holderId)
        lostIds.delete(holderId)
      }
    },
    async confirm(holderId) {
      if (lostIds.has(holderId)) throw new ClaimLostError()
      const maxAge = (leaseSeconds * 1000) / 2
      let heldAt = shownAt
      // Repeated, because the process may be suspended while it waits for the database.
      while (performance.now() - heldAt >= maxAge) {
        heldAt = performance.now()
        if (!(await isHeld(db, holderId))) throw new ClaimLostError()
      }
    },
    async close() {
      if (holderIds.size > 0) await freeClaims(db, [...holderIds])
    },
  }
}
