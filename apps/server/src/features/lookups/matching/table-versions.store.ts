import type { Tenant } from '../../../platform/db/database.ts'
import type { LookupTableRow } from '../rows/lookup-tables.store.ts'

export type UsedVersion = {
  readonly table: LookupTableRow
  readonly version: number
  /** It says when the last refresh failed; undefined if it succeeded, or if the version is newer. */
  readonly refreshFailedAt: Date | undefined
}

/** Finds a table by its name, with the version that was current at a time; the first one if there was none yet. */
export async function findUsedVersion(
  { db, organizationId }: Tenant,
  { name, time }: { readonly name: string; readonly time: Date },
): Promise<UsedVersion | undefined> {
  const table = await db
    .selectFrom('lookup_table')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .executeTakeFirst()
  if (!table) return undefined
  const version = await db
    .selectFrom('lookup_table_version')
    .select(['version', 'created_at'])
    .where('organization_id', '=', organizationId)
    .where('lookup_table_id', '=', table.id)
    .where('created_at', '<=', time)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  const refreshFailedAt = await findFailedRefresh(
    { db, organizationId },
    { tableId: table.id, time, versionTime: version?.created_at ?? table.created_at },
  )
  return { table, version: version?.version ?? 1, refreshFailedAt }
}

type FailedRefreshQuery = {
  readonly tableId: string
  readonly time: Date
  /** The version was made at this time; an earlier failure does not concern it. */
  readonly versionTime: Date
}

/**
 * Returns when the last refresh before a time failed; `undefined` if it did not, or the table has no source any more. A
 * failure of a source that was replaced before that time says nothing about the one that replaced it.
 */
async function findFailedRefresh(
  { db, organizationId }: Tenant,
  { tableId, time, versionTime }: FailedRefreshQuery,
): Promise<Date | undefined> {
  const refresh = await db
    .selectFrom('lookup_refresh')
    .innerJoin('lookup_source', (join) =>
      join
        .onRef('lookup_source.lookup_table_id', '=', 'lookup_refresh.lookup_table_id')
        .onRef('lookup_source.organization_id', '=', 'lookup_refresh.organization_id'),
    )
    .select(['lookup_refresh.ended_at', 'lookup_refresh.error'])
    .where('lookup_refresh.organization_id', '=', organizationId)
    .where('lookup_refresh.lookup_table_id', '=', tableId)
    .where('lookup_refresh.ended_at', '<=', time)
    .where((builder) =>
      builder.or([
        builder('lookup_source.set_at', '<=', builder.ref('lookup_refresh.ended_at')),
        builder('lookup_source.set_at', '>', time),
      ]),
    )
    .orderBy('lookup_refresh.started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!refresh?.ended_at || refresh.error === null) return undefined
  return refresh.ended_at > versionTime ? refresh.ended_at : undefined
}
