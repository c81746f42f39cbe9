import { sql } from 'kysely'
import type { Tenant } from '../../../platform/db/database.ts'

/** What one stored output took to come by. Usage of a run with several outputs is shared out evenly. */
export type UsedByOutput = {
  readonly promptId: string
  readonly documentId: string
  readonly profileId: string
  readonly inputTokens: number
  readonly outputTokens: number
  /** Null where the price of a call is not known. */
  readonly dollars: number | null
}

type Of = { readonly projectId: string; readonly isSinglePass: boolean }

export async function listUsedByOutputs(
  { db, organizationId }: Tenant,
  { projectId, isSinglePass }: Of,
): Promise<readonly UsedByOutput[]> {
  const { rows } = await sql<UsedByOutput>`
    with own as (
      select prompt_id, document_id, profile_id, run_id,
        count(*) over (partition by run_id) as sharing
      from prompt_output
      where organization_id = ${organizationId} and project_id = ${projectId}
        and is_single_pass = ${isSinglePass}
    ), used as (
      select run_id, sum(prompt_tokens + embedding_tokens) as input, sum(completion_tokens) as output,
        case when bool_or(cost_in_dollars is null) then null else sum(cost_in_dollars) end as dollars
      from usage_record
      where organization_id = ${organizationId} and run_id in (select run_id from own)
      group by run_id
    )
    select own.prompt_id as "promptId", own.document_id as "documentId",
      own.profile_id as "profileId",
      coalesce(used.input / own.sharing, 0)::float8 as "inputTokens",
      coalesce(used.output / own.sharing, 0)::float8 as "outputTokens",
      (case when used.run_id is null then 0 else used.dollars / own.sharing end)::float8 as dollars
    from own left join used on used.run_id = own.run_id`.execute(db)
  return rows
}
