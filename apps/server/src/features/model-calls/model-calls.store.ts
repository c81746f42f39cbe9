import { sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'
import { toStorableJson } from '../../platform/db/sql-text.ts'

export type ModelCall = {
  readonly organizationId: number
  readonly callKey: string
  readonly adapterId: string
  readonly model: string
  readonly request: unknown
  readonly reply: unknown
  readonly inputTokens: number
  readonly outputTokens: number
  readonly seconds: number
  readonly documentHash: string | null
}

/** The caller names the type of the reply: the same key is always the same kind of call. */
export async function findReply<Reply>(
  { db, organizationId }: Tenant,
  callKey: string,
): Promise<Reply | undefined> {
  const row = await db
    .selectFrom('model_call')
    .select('reply')
    .where('organization_id', '=', organizationId)
    .where('call_key', '=', callKey)
    .executeTakeFirst()
  return row?.reply as Reply | undefined
}

type ReplyFilter = {
  /** Beginning of the keys of the calls; absent if any call will do. */
  readonly callKeyPrefix?: string | undefined
  readonly documentHash: string
  readonly adapterId: string
  readonly request: unknown
  /** Time of the adapter's last change; an older reply may come from another model. */
  readonly since: Date
}

/** A stored reply, with the key of the call that was paid for it. */
export type PaidReply<Reply> = { readonly reply: Reply; readonly callKey: string }

/** Finds the latest reply to the same request. */
export async function findReplyToRequest<Reply>(
  { db, organizationId }: Tenant,
  { callKeyPrefix = '', documentHash, adapterId, request, since }: ReplyFilter,
): Promise<PaidReply<Reply> | undefined> {
  const row = await db
    .selectFrom('model_call')
    .select(['reply', 'call_key'])
    .where('organization_id', '=', organizationId)
    .where('document_hash', '=', documentHash)
    .where('adapter_id', '=', adapterId)
    .where('created_at', '>=', since)
    .where(sql<boolean>`starts_with(call_key, ${callKeyPrefix})`)
    .where('request', '=', sql`${toStorableJson(request)}::jsonb`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && { reply: row.reply as Reply, callKey: row.call_key }
}

type StoredRequest = {
  readonly request: unknown
  readonly documentHash: string | null
  /** Says what the model wrote before its answer, at most the letters that were asked for; null if nothing. */
  readonly reasoning: string | null
}

/** Finds the requests of calls by their keys; deleted ones are absent. */
export async function findRequests(
  { db, organizationId }: Tenant,
  callKeys: readonly string[],
  maxReasoningLetters: number,
): Promise<ReadonlyMap<string, StoredRequest>> {
  if (callKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom('model_call')
    .select([
      'call_key',
      'request',
      'document_hash',
      sql<string | null>`left(reply->>'reasoningText', ${maxReasoningLetters})`.as('reasoning'),
    ])
    .where('organization_id', '=', organizationId)
    .where('call_key', 'in', callKeys)
    .execute()
  return new Map(
    rows.map(({ call_key, document_hash: documentHash, ...row }) => [
      call_key,
      { ...row, documentHash },
    ]),
  )
}

export async function deleteCalls(
  { db, organizationId }: Tenant,
  callKeys: readonly string[],
): Promise<void> {
  if (callKeys.length === 0) return
  await db
    .deleteFrom('model_call')
    .where('organization_id', '=', organizationId)
    .where('call_key', 'in', callKeys)
    .execute()
}

/** Deletes at most `limit` calls and returns how many it deleted. */
export async function deleteOldCalls(
  { db, organizationId }: Tenant,
  { olderThan, limit }: { readonly olderThan: Date; readonly limit: number },
): Promise<number> {
  const oldCallKeys = db
    .selectFrom('model_call')
    .select('call_key')
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', olderThan)
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('model_call')
    .where('organization_id', '=', organizationId)
    .where('call_key', 'in', oldCallKeys)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Builds the insert of calls of any organizations, as a part of a larger statement. An existing
 * reply is not replaced.
 */
export function buildModelCallInsert(calls: readonly ModelCall[]) {
  const rows = calls.map((call) => ({
    organization_id: call.organizationId,
    call_key: call.callKey,
    adapter_id: call.adapterId,
    model: call.model,
    request: call.request,
    reply: call.reply,
    input_tokens: call.inputTokens,
    output_tokens: call.outputTokens,
    seconds: call.seconds,
    document_hash: call.documentHash,
  }))
  return sql`
    insert into model_call (organization_id, call_key, adapter_id, model, request, reply,
      input_tokens, output_tokens, seconds, document_hash)
    select * from json_to_recordset(${toStorableJson(rows)}) as c (organization_id integer,
      call_key text, adapter_id uuid, model text, request jsonb, reply jsonb, input_tokens integer,
      output_tokens integer, seconds double precision, document_hash text)
    on conflict (organization_id, call_key) do nothing`
}
