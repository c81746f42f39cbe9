import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { hashApiKey } from '../../../platform/strings.ts'
import { insertEvents } from '../items/events.store.ts'
import type { ReviewItemRow } from '../items/items.store.ts'
import { findReviewKeyByHash, lockReviewKey } from '../keys/review-keys.store.ts'
import { claimKept, updateResultFetched } from './kept-results.store.ts'

export type ReviewKeyHolder = { readonly tenant: Tenant; readonly keyHash: string }

type Caller = { readonly slug: string; readonly authorization: string | undefined }

/**
 * Authenticates a caller by key and returns whose results the key opens; throws 401 for an invalid
 * key.
 */
export async function admitReviewKey(
  { db }: Pick<Context, 'db'>,
  { slug, authorization }: Caller,
): Promise<ReviewKeyHolder> {
  const key = /^Bearer (.+)$/.exec(authorization ?? '')?.[1]
  const keyHash = key === undefined ? '' : hashApiKey(key)
  const reviewKey = key && (await findReviewKeyByHash({ db }, { slug, keyHash }))
  if (reviewKey) return { keyHash, tenant: { db, organizationId: reviewKey.organizationId } }
  throw createUnauthorizedError(key ? 'Unauthorized' : 'Missing API key')
}

const createUnauthorizedError = (detail: string) =>
  new AppError('unauthenticated', [{ code: 'error', detail, attr: null }])

/** If sending a result fails, the next caller after this time gets it. */
const sendingSeconds = 60

type StoredResultFilter = { readonly workflowId: string; readonly queueName: string }

/**
 * Claims the oldest result in the queue; nobody else gets it while it is being sent. If the key was
 * revoked after the request was authenticated, the call fails and the result stays in the queue.
 */
export function fetchKept(
  { tenant, keyHash }: ReviewKeyHolder,
  filter: StoredResultFilter,
): Promise<ReviewItemRow | undefined> {
  return inTransaction(tenant, async (transaction) => {
    if (!(await lockReviewKey(transaction, keyHash))) throw createUnauthorizedError('Unauthorized')
    return claimKept(transaction, { ...filter, seconds: sendingSeconds })
  })
}

/** Removes a result from the queue, after it was sent completely. */
export async function markResultFetched(tenant: Tenant, item: ReviewItemRow): Promise<void> {
  await inTransaction(tenant, async (transaction) => {
    await updateResultFetched(transaction, item.id)
    await insertEvents(transaction, item, [{ kind: 'fetched', userId: null }])
  })
}
