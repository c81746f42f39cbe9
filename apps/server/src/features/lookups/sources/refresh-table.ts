import { lookupSourceLimits } from '@recto/contract/lookups/lookup-sources'
import type { z } from 'zod'
import { AppError } from '../../../platform/app-error.ts'
import type { Context } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { JobAsleepError, type JobRun } from '../../../platform/work/jobs.ts'
import { recordChange, userEmails } from '../../organizations/organizations.port.ts'
import {
  awaitLookupTable,
  findLookupTable,
  type LookupTableRow,
  type LookupTableVersionRow,
} from '../rows/lookup-tables.store.ts'
import { hasDifferentRows } from '../rows/uploaded-rows.store.ts'
import { badFile } from '../upload/read-table-file.ts'
import {
  assertComplete,
  type CollectedRows,
  collectRows,
  planRowLayout,
  storeVersion,
} from '../upload/save-version.ts'
import { openSource, type SourceDependencies, toSourceError } from './open-source.ts'
import { assertStillUsable, readableSource } from './readable-source.ts'
import { endRefresh, findRefresh, type LookupRefreshRow } from './refreshes.store.ts'
import { findSource } from './sources.store.ts'
import { spoolRows } from './spool-rows.ts'
import type { refreshTableJob } from './start-refresh.ts'

type Payload = z.output<typeof refreshTableJob.payload>
type RefreshDependencies = Pick<Context, 'db' | 'vault' | 'files'> & SourceDependencies

/**
 * Fetches the rows of a table. The new version, if rows differ, and the end of the refresh are one transaction, so a
 * worker that dies leaves neither, and its successor begins again. A source that cannot be read ends the refresh with
 * the reason, and the table stays as it is.
 */
export async function refreshTable(
  ctx: RefreshDependencies,
  { organizationId, refreshId }: Payload,
  run: Pick<JobRun, 'signal' | 'assertHeld'>,
): Promise<void> {
  const tenant = { db: ctx.db, organizationId }
  const refresh = await findRefresh(tenant, refreshId)
  if (!refresh || refresh.ended_at) return
  try {
    await fetchVersion(ctx, tenant, { refresh, signal: run.signal })
  } catch (error) {
    run.signal.throwIfAborted()
    const explainedError = toSourceError(error)
    if (!(explainedError instanceof AppError)) throw error
    await run.assertHeld()
    await endRefresh(tenant, refreshId, { error: explainedError.message })
  }
}

/** Ends a refresh whose job has failed for good. */
export async function failRefresh(
  { db }: Pick<Context, 'db'>,
  { organizationId, refreshId }: Payload,
): Promise<void> {
  const error = 'The server could not store the rows. The next refresh will try again.'
  await endRefresh({ db, organizationId }, refreshId, { error })
}

const emptyText = 'The source has no rows.'

type RunningRefresh = { readonly refresh: LookupRefreshRow; readonly signal: AbortSignal }

async function fetchVersion(
  ctx: RefreshDependencies,
  tenant: Tenant,
  { refresh, signal }: RunningRefresh,
): Promise<void> {
  const { id, lookup_table_id: tableId } = refresh
  const [table, source] = await Promise.all([
    findLookupTable(tenant, tableId),
    findSource(tenant, tableId),
  ])
  if (!table || !source) {
    await endRefresh(tenant, id, { error: 'The source was removed.' })
    return
  }
  await assertStillUsable(ctx, tenant, source)
  const { seconds, waitSeconds } = lookupSourceLimits
  const limits = { seconds, waitSeconds, signal }
  const { names, rows, label, close } = await openSource(
    ctx,
    tenant,
    readableSource(ctx, source),
    limits,
  )
  try {
    assertHasKey(table, names)
    if (source.kind === 'database') assertComplete(planRowLayout(table, names))
    const spooledRows = await spoolRows(ctx, rows)
    try {
      await inTransaction(tenant, async (transaction) => {
        const rowsToCollect = { table, names, rows: spooledRows.rows, emptyText }
        const collectedRows = await collectRows(transaction, rowsToCollect)
        await storeIfDifferent(transaction, { refresh, table, collectedRows, label })
      })
    } finally {
      await spooledRows.discard()
    }
  } finally {
    close()
  }
}

function assertHasKey({ key_column: key }: LookupTableRow, names: readonly string[]): void {
  if (names.includes(key)) return
  throw badFile(`The column “${key}”, which identifies a row, is missing.`)
}

type Collection = {
  readonly refresh: LookupRefreshRow
  /** The table before its rows were collected. */
  readonly table: LookupTableRow
  readonly collectedRows: CollectedRows
  readonly label: string
}

async function storeIfDifferent(
  tenant: Tenant,
  { refresh, table: earlierTable, collectedRows, label }: Collection,
): Promise<void> {
  // Locked only now, so that nothing waits while the rows are collected.
  const table = await awaitLookupTable(tenant, refresh.lookup_table_id)
  if (!table) return
  // An upload has brought other columns in the meantime, so the rows are laid out anew.
  if (JSON.stringify(table.columns) !== JSON.stringify(earlierTable.columns)) {
    throw new JobAsleepError(1)
  }
  const { rowCount } = collectedRows
  const isNewVersion = await hasDifferentRows(tenant, { id: table.id, rowCount })
  const version = isNewVersion ? table.version + 1 : table.version
  // Another worker may have ended it, after this one had lost its lease.
  if (!(await endRefresh(tenant, refresh.id, { version, isNewVersion }))) return
  if (!isNewVersion) return
  const { started_by: createdBy } = refresh
  const newVersion = { ...collectedRows, table, fileName: label, createdBy }
  await recordVersion(tenant, { refresh, table, version: await storeVersion(tenant, newVersion) })
}

type StoredVersion = {
  readonly refresh: LookupRefreshRow
  readonly table: LookupTableRow
  readonly version: LookupTableVersionRow
}

async function recordVersion(
  tenant: Tenant,
  { refresh, table, version }: StoredVersion,
): Promise<void> {
  const userId = refresh.started_by
  const emails = await userEmails(tenant, [userId])
  const email = emails.get(userId ?? 0) ?? 'schedule of a lookup table'
  await recordChange(
    tenant,
    { userId: refresh.is_scheduled ? null : userId, email },
    {
      action: 'lookup-table.changed',
      subject: { type: 'lookup-table', id: table.id, name: table.name },
      before: { version: table.version, rows: table.row_count },
      after: {
        version: version.version,
        source: version.file_name,
        rows: version.row_count,
        added: version.added,
        changed: version.changed,
        removed: version.removed,
      },
    },
  )
}
