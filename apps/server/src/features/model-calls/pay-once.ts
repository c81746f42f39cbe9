import type { Tenant } from '../../platform/db/database.ts'
import type { CallContext } from './call-context.ts'
import { notKept } from './not-kept.ts'

type Payment<T> = {
  readonly callKey: string
  /** What was paid before under the key. */
  readonly find: () => Promise<T | undefined>
  /** Calls, and stores what was paid. */
  readonly pay: (isClaimed: boolean) => Promise<T>
}

/**
 * Pays under a key that nobody else is paying under, unless it was paid before: whoever comes meanwhile,
 * in whatever process, waits and finds the reply. On its first run what holds the run is the claim: the
 * lease of a file's row, or the claim of a run in the studio. Then nothing is asked of the database.
 */
export async function payOnce<T>(
  { organizationId }: Tenant,
  { claims, isFirst, isReplay }: CallContext,
  { callKey, find, pay }: Payment<T>,
): Promise<T> {
  if (isReplay) return (await find()) ?? notKept(callKey)
  if (isFirst) return pay(false)
  return claims.inTurn(
    `call/${organizationId}/${callKey}`,
    async () => (await find()) ?? (await pay(true)),
  )
}
