import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { insertEvents } from '../items/events.store.ts'
import type { ReviewItemRow } from '../items/items.store.ts'
import { findReviewKeyByHash, holdReviewKey } from '../keys/review-keys.store.ts'
import { hashOfKey } from '../keys/review-keys.ts'
import { claimKept, takeKept } from './kept-results.store.ts'

export type ReviewKeyHolder = { readonly tenant: Tenant; readonly keyHash: string }

type Caller = { readonly slug: string; readonly authorization: string | undefined }

/** Whose results a key opens. 401 for one that opens none. */
export async function admitKey(
  { db }: Pick<Context, 'db'>,
  { slug, authorization }: Caller,
): Promise<ReviewKeyHolder> {
  const key = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  const keyHash = key === undefined ? '' : hashOfKey(key)
  const found = key && (await findReviewKeyByHash({ db }, { slug, keyHash }))
  if (found) return { keyHash, tenant: { db, organizationId: found.organizationId } }
  throw unauthorized(key ? 'Unauthorized' : 'Missing api key')
}

const unauthorized = (detail: string) =>
  new AppError('unauthenticated', [{ code: 'error', detail, attr: null }])

/** A result that was sent to nobody is given to the next one who asks after that. */
const sendingSeconds = 60

type Wanted = { readonly workflowId: string; readonly queueName: string }

/**
 * The oldest that is kept; nobody else is given it while it is being sent. A key that was taken away since its holder
 * was let in gets nothing, and what it would have got stays in the queue.
 */
export function fetchKept(
  { tenant, keyHash }: ReviewKeyHolder,
  wanted: Wanted,
): Promise<ReviewItemRow | undefined> {
  return inTransaction(tenant, async (within) => {
    if (!(await holdReviewKey(within, keyHash))) throw unauthorized('Unauthorized')
    return claimKept(within, { ...wanted, seconds: sendingSeconds })
  })
}

/** Its caller has the whole of it: it leaves the queue. */
export async function endFetching(tenant: Tenant, item: ReviewItemRow): Promise<void> {
  await inTransaction(tenant, async (within) => {
    await takeKept(within, item.id)
    await insertEvents(within, item, [{ kind: 'fetched', userId: null }])
  })
}
