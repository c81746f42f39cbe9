import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { isOpen } from './start-verification.ts'
import { verificationChanged } from './verifications.events.ts'
import { findVerification, type VerificationRow } from './verifications.store.ts'

/** A notification can be missed. */
const lookEverySeconds = 2

type Awaited = { readonly projectId: string; readonly id: string; readonly seconds: number }

/** How it stands when it has ended, or after so many seconds; `undefined` when it is gone. */
export async function awaitVerification(
  { events, leaving }: Pick<Context, 'events' | 'leaving'>,
  tenant: Tenant,
  { projectId, id, seconds }: Awaited,
): Promise<VerificationRow | undefined> {
  let wake = new AbortController()
  const stop = events.subscribe(verificationChanged, (news) => {
    if (news.id === id && news.state !== 'running') wake.abort()
  })
  const until = performance.now() + seconds * 1000
  try {
    for (;;) {
      const row = await findVerification(tenant, { projectId, id })
      const left = until - performance.now()
      if (!row || !isOpen(row) || left <= 0 || leaving.aborted) return row
      const signal = AbortSignal.any([wake.signal, leaving])
      await sleep(Math.min(left, lookEverySeconds * 1000), undefined, { signal }).catch(() => {})
      if (wake.signal.aborted) wake = new AbortController()
    }
  } finally {
    stop()
  }
}
