import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../db/database.ts'
import { describeFailure } from '../../describe-failure.ts'
import type { Log } from '../../log/log.ts'
import { deleteOldClaims, isClaimHeld, releaseClaims, renewClaims } from './claims.store.ts'

/** Another process does the work now. */
class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError'

  constructor() {
    super('Another process took over this job.')
  }
}

/** The claims that this process holds. */
export type HeldClaims = {
  /** Renews the claim of the holder as long as the work runs. */
  renewDuring<T>(holderId: string, work: () => Promise<T>): Promise<T>
  /** Throws `ClaimLostError` if another process took the claim over because this one did not renew it. */
  assertHeld(holderId: string): Promise<void>
  /** Lets other processes take over everything at once. */
  close(): Promise<void>
}

type HeldClaimsOptions = {
  readonly db: Db
  readonly log: Pick<Log, 'warn'>
  readonly renewSeconds: number
  readonly leaseSeconds: number
  readonly closeSignal: AbortSignal
}

export function openHeldClaims(options: HeldClaimsOptions): HeldClaims {
  const { db, log, renewSeconds, leaseSeconds, closeSignal } = options
  const holderIds = new Set<string>()
  const lostIds = new Set<string>()
  /** When all claims were last renewed, by a clock that also runs while the process is suspended. */
  let renewedAt = 0
  let isRenewing = false

  const renew = async () => {
    const startedAt = performance.now()
    const ids = [...holderIds]
    const heldIds = await renewClaims(db, ids)
    renewedAt = startedAt
    for (const id of ids) if (!heldIds.has(id) && holderIds.has(id)) lostIds.add(id)
    await deleteOldClaims(db)
  }

  const renewWhileHeld = async () => {
    if (isRenewing) return
    isRenewing = true
    for (;;) {
      const sleepOptions = { signal: closeSignal, ref: false }
      await sleep(renewSeconds * 1000, undefined, sleepOptions).catch(() => {})
      isRenewing = holderIds.size > 0 && !closeSignal.aborted
      if (!isRenewing) return
      await renew().catch((error: unknown) => {
        log.warn({ reason: describeFailure(error) }, 'claims could not be renewed')
      })
    }
  }

  return {
    async renewDuring(holderId, work) {
      if (holderIds.size === 0) renewedAt = performance.now()
      holderIds.add(holderId)
      void renewWhileHeld()
      try {
        return await work()
      } finally {
        holderIds.delete(holderId)
        lostIds.delete(holderId)
      }
    },
    async assertHeld(holderId) {
      if (lostIds.has(holderId)) throw new ClaimLostError()
      const maxAge = (leaseSeconds * 1000) / 2
      let knownHeldAt = renewedAt
      // Repeated, because the process may be suspended while it waits for the database.
      while (performance.now() - knownHeldAt >= maxAge) {
        knownHeldAt = performance.now()
        if (!(await isClaimHeld(db, holderId))) throw new ClaimLostError()
      }
    },
    async close() {
      if (holderIds.size > 0) await releaseClaims(db, [...holderIds])
    },
  }
}
