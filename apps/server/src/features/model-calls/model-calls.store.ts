import type { LlmReply, LlmRequest } from '@recto/provider-spec/llm'
import type { QueryCreator } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { storableJson } from '../../platform/db/storable.ts'

type ModelCall = {
  readonly callKey: string
  readonly adapterId: string
  readonly request: Omit<LlmRequest, 'signal'>
  readonly reply: LlmReply
  readonly costInDollars: number | null
  readonly seconds: number
}

export async function findReply(
  { db, organizationId }: Tenant,
  callKey: string,
): Promise<LlmReply | undefined> {
  const row = await db
    .selectFrom('model_call')
    .select('reply')
    .where('organization_id', '=', organizationId)
    .where('call_key', '=', callKey)
    .executeTakeFirst()
  return row?.reply as LlmReply | undefined
}

/** The insertion of a call, for a statement that does more. The first reply under a key stays. */
export function modelCallInsertion(
  organizationId: number,
  { callKey, adapterId, request, reply, costInDollars, seconds }: ModelCall,
) {
  return (db: QueryCreator<Tables>) =>
    db
      .insertInto('model_call')
      .values({
        organization_id: organizationId,
        call_key: callKey,
        adapter_id: adapterId,
        model: reply.model,
        request: storableJson(request),
        reply: storableJson(reply),
        input_tokens: reply.usage.inputTokens,
        output_tokens: reply.usage.outputTokens,
        cost_in_dollars: costInDollars,
        seconds,
      })
      .onConflict((c) => c.columns(['organization_id', 'call_key']).doNothing())
}
