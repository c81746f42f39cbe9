import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../db/database.ts'
import { describeFailure } from '../describe-failure.ts'
import type { Log } from '../log/log.ts'
import { beatClaims, freeClaims, sweepClaims } from './claim-rows.ts'

/** What this process holds, and shows that it lives for. */
export type Holders = {
  /** Shows, as long as the work goes on, that its holder lives. */
  hold<T>(holderId: string, work: () => Promise<T>): Promise<T>
  /** Makes what is held nobody's. */
  close(): Promise<void>
}

type Given = {
  readonly db: Db
  readonly log: Pick<Log, 'warn'>
  readonly beatSeconds: number
  readonly closing: AbortSignal
}

export function openHolders({ db, log, beatSeconds, closing }: Given): Holders {
  const holderIds = new Set<string>()
  let isBeating = false

  const beat = async () => {
    if (isBeating) return
    isBeating = true
    for (;;) {
      const options = { signal: closing, ref: false }
      await sleep(beatSeconds * 1000, undefined, options).catch(() => {})
      isBeating = holderIds.size > 0 && !closing.aborted
      if (!isBeating) return
      await beatClaims(db, [...holderIds])
        .then(() => sweepClaims(db))
        .catch((error: unknown) => {
          log.warn({ reason: describeFailure(error) }, 'claims could not be renewed')
        })
    }
  }

  return {
    async hold(holderId, work) {
      holderIds.add(holderId)
      void beat()
      try {
        return await work()
      } finally {
        holderIds.delete(holderId)
      }
    },
    async close() {
      if (holderIds.size > 0) await freeClaims(db, [...holderIds])
    },
  }
}
