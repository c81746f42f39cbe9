import type { QueryCreator } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { storableJson } from '../../platform/db/storable.ts'

type ModelCall = {
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

/** The insertion of a call, for a statement that does more. The first reply under a key stays. */
export function modelCallInsertion(
  organizationId: number,
  { callKey, adapterId, model, request, reply, ...rest }: ModelCall,
) {
  return (db: QueryCreator<Tables>) =>
    db
      .insertInto('model_call')
      .values({
        organization_id: organizationId,
        call_key: callKey,
        adapter_id: adapterId,
        model,
        request: storableJson(request),
        reply: storableJson(reply),
        input_tokens: rest.inputTokens,
        output_tokens: rest.outputTokens,
        cost_in_dollars: null,
        seconds: rest.seconds,
        document_hash: rest.documentHash,
      })
      .onConflict((c) => c.columns(['organization_id', 'call_key']).doNothing())
}
