import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../db/database.ts'

/** A request that its caller has given a key. */
export type KeyedRequest = {
  readonly userId: number
  readonly idempotencyKey: string
  /** SHA-256 of its address and its body, hexadecimal. */
  readonly requestHash: string
}

/** The reply to a request; null until there is one. */
export type StoredReply = Pick<
  Selectable<Tables['repeatable_request']>,
  'request_hash' | 'status' | 'reply'
>

/** Records that a request begins, and returns whether no earlier one of the user has its key. */
export async function beginRequest(
  { db, organizationId }: Tenant,
  { userId, idempotencyKey, requestHash }: KeyedRequest,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('repeatable_request')
    .values({
      organization_id: organizationId,
      user_id: userId,
      idempotency_key: idempotencyKey,
      request_hash: requestHash,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function findRepeatableReply(
  { db, organizationId }: Tenant,
  { userId, idempotencyKey }: KeyedRequest,
): Promise<StoredReply | undefined> {
  return db
    .selectFrom('repeatable_request')
    .select(['request_hash', 'status', 'reply'])
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

type SentReply = { readonly status: number; readonly reply: string | null }

export async function saveReply(
  { db, organizationId }: Tenant,
  { userId, idempotencyKey }: KeyedRequest,
  reply: SentReply,
): Promise<void> {
  await db
    .updateTable('repeatable_request')
    .set(reply)
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', idempotencyKey)
    .execute()
}

/** Deletes a request that was refused, so that its key can be used again. */
export async function deleteRequest(
  { db, organizationId }: Tenant,
  { userId, idempotencyKey }: KeyedRequest,
): Promise<void> {
  await db
    .deleteFrom('repeatable_request')
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', idempotencyKey)
    .execute()
}

const retentionHours = 24

/** Deletes the keys and replies of requests that are a day old. */
export async function deleteOldRequests({ db, organizationId }: Tenant): Promise<void> {
  await db
    .deleteFrom('repeatable_request')
    .where('organization_id', '=', organizationId)
    .where('begun_at', '<', sql<Date>`now() - make_interval(hours => ${retentionHours})`)
    .execute()
}
