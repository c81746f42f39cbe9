import { sql } from 'kysely'
import type { Tenant } from './database.ts'

type CallCountTable = 'api_call_count' | 'agent_call_count' | 'arrival_call_count'

export type CountedCalls = {
  /** Calls in the current window, including this one. */
  readonly calls: number
  /** Seconds until the next window. */
  readonly secondsLeft: number
}

/**
 * Counts one call, across all processes: a table of counts has one row per organization, which is reset when a
 * new window begins.
 */
export async function countCall(
  { db, organizationId }: Tenant,
  { table, windowSeconds }: { readonly table: CallCountTable; readonly windowSeconds: number },
): Promise<CountedCalls> {
  const window = sql`make_interval(secs => ${windowSeconds})`
  const { rows } = await sql<CountedCalls>`
    insert into ${sql.table(table)} as counted (organization_id, began_at, calls)
    values (${organizationId}, now(), 1)
    on conflict (organization_id) do update set
      calls = case when counted.began_at <= now() - ${window} then 1 else counted.calls + 1 end,
      began_at = case when counted.began_at <= now() - ${window} then now() else counted.began_at end
    returning calls,
      greatest(1, ceil(extract(epoch from counted.began_at + ${window} - now())))::integer as "secondsLeft"
  `.execute(db)
  const [row] = rows
  if (!row) throw new Error('A call was not counted.')
  return row
}
