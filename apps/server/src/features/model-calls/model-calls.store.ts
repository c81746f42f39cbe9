import { sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'
import { storableJson } from '../../platform/db/storable.ts'

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

/** The same key is the same call, so its reply is of the same type. */
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

type SameRequest = {
  readonly documentHash: string
  readonly adapterId: string
  readonly request: unknown
  /** When the adapter was changed last: what was replied before may be another model's. */
  readonly since: Date
}

/** The latest reply to the same request. */
export async function findReplyTo<Reply>(
  { db, organizationId }: Tenant,
  { documentHash, adapterId, request, since }: SameRequest,
): Promise<Reply | undefined> {
  const row = await db
    .selectFrom('model_call')
    .select('reply')
    .where('organization_id', '=', organizationId)
    .where('document_hash', '=', documentHash)
    .where('adapter_id', '=', adapterId)
    .where('created_at', '>=', since)
    .where('request', '=', sql`${storableJson(request)}::jsonb`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.reply as Reply | undefined
}

type KeptRequest = { readonly request: unknown; readonly documentHash: string | null }

/** What was asked in calls and about which document, by their keys; without those that are gone. */
export async function findRequests(
  { db, organizationId }: Tenant,
  callKeys: readonly string[],
): Promise<ReadonlyMap<string, KeptRequest>> {
  if (callKeys.length === 0) return new Map()
  const rows = await db
    .selectFrom('model_call')
    .select(['call_key', 'request', 'document_hash'])
    .where('organization_id', '=', organizationId)
    .where('call_key', 'in', callKeys)
    .execute()
  return new Map(
    rows.map((row) => [row.call_key, { request: row.request, documentHash: row.document_hash }]),
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

/** Removes so many at most; returns how many there were. */
export async function deleteOldCalls(
  { db, organizationId }: Tenant,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  const old = db
    .selectFrom('model_call')
    .select('call_key')
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', before)
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('model_call')
    .where('organization_id', '=', organizationId)
    .where('call_key', 'in', old)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * The insertion of calls, of any organizations, for a statement that does more. The first reply under a
 * key stays.
 */
export function modelCallInsertion(calls: readonly ModelCall[]) {
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
    select * from json_to_recordset(${storableJson(rows)}) as c (organization_id integer,
      call_key text, adapter_id uuid, model text, request jsonb, reply jsonb, input_tokens integer,
      output_tokens integer, seconds double precision, document_hash text)
    on conflict (organization_id, call_key) do nothing`
}
