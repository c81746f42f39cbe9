import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

/** What other profiles read for the same prompt from the same document. */
export type OtherReadings = {
  readonly type: string
  readonly outputs: readonly (string | null)[]
}

/** In letters; lists are compared with the rows of the document itself, and nothing else is as long. */
const longestCompared = 10_000

/**
 * By the id of the output, for those that have a confidence. Only what was asked in the same words counts,
 * and only with other settings: the same model asked the same again would agree with itself.
 */
export async function findOtherReadings(
  { db, organizationId }: Tenant,
  outputIds: readonly string[],
): Promise<ReadonlyMap<string, OtherReadings>> {
  if (outputIds.length === 0) return new Map()
  const { rows } = await sql<OtherReadings & { readonly id: string }>`
    select own.id, own.asked ->> 'type' as type, array_agg(other.output order by other.id) as outputs
    from prompt_output own
    join prompt_output other on other.prompt_id = own.prompt_id
      and other.document_id = own.document_id and other.profile_id <> own.profile_id
    where own.organization_id = ${organizationId} and other.organization_id = ${organizationId}
      and own.id = any(${outputIds}::uuid[])
      and own.confidence is not null and length(own.output) <= ${longestCompared}::integer
      and coalesce(length(other.output), 0) <= ${longestCompared}::integer
      and own.asked ->> 'type' not in ('table', 'record', 'line-item')
      and own.asked - 'profile' - 'profileId' = other.asked - 'profile' - 'profileId'
      and own.asked -> 'profile' <> other.asked -> 'profile'
    group by own.id`.execute(db)
  return new Map(rows.map(({ id, ...readings }) => [id, readings]))
}
