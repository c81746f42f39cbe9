import { lookupSourceLimits, type SentLookupSource } from '@recto/contract/lookups/lookup-sources'
import { conflict } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/database.ts'
import type { Timetable } from '../../../platform/work/timetable.ts'
import { insertTable, planTable } from '../create-lookup-table.ts'
import type { LookupTableRow } from '../rows/lookup-tables.store.ts'
import { openSource, type SourceDependencies, toSourceError } from './open-source.ts'
import { readSentSource } from './readable-source.ts'
import { endRefresh, insertRefresh } from './refreshes.store.ts'
import { assertSchedule, storeSource } from './set-source.ts'
import { type SpooledRows, spoolRows } from './spool-rows.ts'

type CreateFromSourceRequest = {
  readonly actor: Actor
  readonly name: string
  readonly key?: string | undefined
  readonly source: SentLookupSource
  /** Aborts when the caller has disconnected, who then cannot see the table. */
  readonly signal: AbortSignal
  readonly schedule: Omit<Timetable, 'cron'> & { readonly cron: string | null }
}

/** Creates a lookup table with the rows of a source as its first version. */
export async function createTableFromSource(
  ctx: Pick<Context, 'db' | 'vault' | 'files'> & SourceDependencies,
  { actor, name, key, source: sentSource, schedule, signal }: CreateFromSourceRequest,
): Promise<LookupTableRow> {
  assertSchedule(schedule)
  const source = await readSentSource(ctx, { actor, source: sentSource, tableId: null })
  const { seconds, waitSeconds } = lookupSourceLimits
  const limits = { seconds, waitSeconds, signal }
  const sourceRows = await openSource(ctx, tenantOf(ctx, actor), source, limits)
  let spooledRows: SpooledRows | undefined
  try {
    const plan = await planTable(sourceRows, { key })
    spooledRows = await spoolRows(ctx, plan.rows)
    const { rows } = spooledRows
    return await inTransaction(tenantOf(ctx, actor), async (tenant) => {
      const emptyText = 'The source has no rows.'
      const table = await insertTable(tenant, actor, {
        ...plan,
        rows,
        name,
        fileName: sourceRows.label,
        emptyText,
      })
      await storeSource(ctx, tenant, { actor, table, source, schedule })
      const { id: tableId, version } = table
      const newRefresh = { tableId, isScheduled: false, startedBy: actor.userId }
      const refresh = await insertRefresh(tenant, newRefresh)
      if (!refresh) throw conflict(`“${name}” is being refreshed.`)
      await endRefresh(tenant, refresh.id, { version, isNewVersion: true })
      return table
    })
  } catch (error) {
    throw toSourceError(error)
  } finally {
    sourceRows.close()
    await spooledRows?.discard()
  }
}
