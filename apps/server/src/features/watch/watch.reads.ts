import { type Selectable, sql } from 'kysely'
import type { Installation, Tables, Tenant } from '../../platform/db/database.ts'

export type WatchedRow = Selectable<Tables['watched_document']>

type WatchedVersion = {
  readonly organizationId: number
  readonly ownerId: string
  readonly version: string
}

/** Finds versions of deployments that have read documents for which no alarms were looked for yet. */
export async function findUncheckedVersions(
  { db }: Installation,
  limit: number,
): Promise<readonly WatchedVersion[]> {
  const { rows } = await sql<WatchedVersion>`
    select organization_id as "organizationId", owner_id as "ownerId", version
    from watched_document where not is_checked
    group by 1, 2, 3 order by min(observed_at) limit ${limit}`.execute(db)
  return rows
}

type WatchedFilter = {
  readonly ownerId: string
  readonly version?: string
  readonly from?: Date
  readonly limit: number
}

/** Lists the newest documents of a deployment in the order in which they were read. */
export async function listWatchedDocuments(
  { db, organizationId }: Tenant,
  { ownerId, version, from, limit }: WatchedFilter,
): Promise<readonly WatchedRow[]> {
  let query = db
    .selectFrom('watched_document')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('owner_id', '=', ownerId)
  if (version !== undefined) query = query.where('version', '=', version)
  if (from) query = query.where('observed_at', '>=', from)
  const rows = await query
    .orderBy('observed_at', 'desc')
    .orderBy('file_execution_id', 'desc')
    .limit(limit)
    .execute()
  return rows.reverse()
}
