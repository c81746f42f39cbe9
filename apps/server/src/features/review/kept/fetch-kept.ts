import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { insertEvents } from '../items/events.store.ts'
import type { ReviewItemRow } from '../items/items.store.ts'
import { findReviewKeyByHash } from '../keys/review-keys.store.ts'
import { hashOfKey } from '../keys/review-keys.ts'
import { claimKept, takeKept } from './kept-results.store.ts'

type Caller = { readonly slug: string; readonly authorization: string | undefined }

/** Whose results a key opens. 401 for one that opens none. */
export async function admitKey(
  { db }: Pick<Context, 'db'>,
  { slug, authorization }: Caller,
): Promise<Tenant> {
  const key = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  const found = key && (await findReviewKeyByHash({ db }, { slug, keyHash: hashOfKey(key) }))
  if (found) return { db, organizationId: found.organizationId }
  const detail = key ? 'Unauthorized' : 'Missing api key'
  throw new AppError('unauthenticated', [{ code: 'error', detail, attr: null }])
}

/** A result that was sent to nobody is given to the next one who asks after that. */
const sendingSeconds = 60

type Wanted = { readonly workflowId: string; readonly queueName: string }

/** The oldest that is kept; nobody else is given it while it is being sent. */
export function fetchKept(tenant: Tenant, wanted: Wanted): Promise<ReviewItemRow | undefined> {
  return claimKept(tenant, { ...wanted, seconds: sendingSeconds })
}

/** Its caller has the whole of it: it leaves the queue. */
export async function endFetching(tenant: Tenant, item: ReviewItemRow): Promise<void> {
  await inTransaction(tenant, async (within) => {
    await takeKept(within, item.id)
    await insertEvents(within, item, [{ kind: 'fetched', userId: null }])
  })
}
