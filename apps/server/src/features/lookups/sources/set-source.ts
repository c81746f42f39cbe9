import type { SentLookupSource } from '@recto/contract/lookups/lookup-sources'
import { invalid, notFound } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { assertTimetable, nextDue, type Timetable } from '../../../platform/work/timetable.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { getLookupTable } from '../get-lookup-table.ts'
import type { LookupTableRow } from '../rows/lookup-tables.store.ts'
import type { SourceDependencies } from './open-source.ts'
import { readFirstRows } from './preview-source.ts'
import { readSentSource } from './readable-source.ts'
import { findRunningRefresh } from './refreshes.store.ts'
import type { ReadableSource } from './source-rows.ts'
import { deleteSourceRow, findSource, type LookupSourceRow, saveSource } from './sources.store.ts'
import { refreshIsRunning } from './start-refresh.ts'

type Schedule = Omit<Timetable, 'cron'> & { readonly cron: string | null }

/** Throws at the field for a schedule that a table cannot have. */
export function assertSchedule({ cron, timeZone }: Schedule): void {
  if (cron) assertTimetable({ cron, timeZone }, 'A lookup table can be refreshed')
}

type SetSourceRequest = {
  readonly actor: Actor
  readonly id: string
  readonly source: SentLookupSource
  readonly schedule: Schedule
}

/** Sets the source of a table and its schedule, if its first rows can be read and have the columns of the table. */
export async function setSource(
  ctx: Pick<Context, 'db' | 'vault'> & SourceDependencies,
  { actor, id, source: sentSource, schedule }: SetSourceRequest,
): Promise<void> {
  const table = await getLookupTable(ctx, { actor, id }, 'change')
  assertSchedule(schedule)
  await assertAtRest(tenantOf(ctx, actor), table)
  const source = await readSentSource(ctx, { actor, source: sentSource, tableId: id })
  const key = table.key_column
  const { columns } = await readFirstRows(ctx, tenantOf(ctx, actor), { source })
  if (!columns.some(({ name }) => name === key)) {
    throw invalid('source', `The column “${key}”, which identifies a row, is missing.`)
  }
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await assertAtRest(tenant, table)
    await storeSource(ctx, tenant, { actor, table, source, schedule })
  })
}

async function assertAtRest(
  tenant: Tenant,
  { id, name }: Pick<LookupTableRow, 'id' | 'name'>,
): Promise<void> {
  if (await findRunningRefresh(tenant, id)) throw refreshIsRunning(name)
}

type SourceToStore = {
  readonly actor: Actor
  readonly table: Pick<LookupTableRow, 'id' | 'name'>
  readonly source: ReadableSource
  readonly schedule: Schedule
}

/** Stores the source of a table with its audit entry, which has no secret. */
export async function storeSource(
  { vault }: Pick<Context, 'vault'>,
  tenant: Tenant,
  { actor, table, source, schedule }: SourceToStore,
): Promise<void> {
  const { settings, connectorId, headerValue } = source
  const { cron, timeZone } = schedule
  const earlierSource = await findSource(tenant, table.id)
  await saveSource(tenant, {
    tableId: table.id,
    settings,
    sealedHeader: headerValue === undefined ? null : vault.seal(headerValue),
    connectorId,
    cron,
    timeZone,
    nextRefreshAt: cron ? (nextDue({ cron, timeZone }, new Date()) ?? null) : null,
    setBy: actor.userId,
  })
  const storedSource = await findSource(tenant, table.id)
  await recordSource(tenant, actor, { table, before: earlierSource, after: storedSource })
}

/** Leaves a table to uploads; its rows stay. */
export async function deleteSource(
  ctx: Pick<Context, 'db'>,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<void> {
  const table = await getLookupTable(ctx, { actor, id }, 'change')
  await inTransaction(tenantOf(ctx, actor), async (tenant) => {
    await assertAtRest(tenant, table)
    const earlierSource = await findSource(tenant, id)
    if (!(await deleteSourceRow(tenant, id))) throw notFound('source')
    await recordSource(tenant, actor, { table, before: earlierSource, after: undefined })
  })
}

type SourceChange = {
  readonly table: Pick<LookupTableRow, 'id' | 'name'>
  readonly before: LookupSourceRow | undefined
  readonly after: LookupSourceRow | undefined
}

const recordSource = (
  tenant: Tenant,
  actor: Actor,
  { table, before: earlierSource, after: newSource }: SourceChange,
) =>
  recordChange(tenant, actor, {
    action: 'lookup-table.source-changed',
    subject: { type: 'lookup-table', id: table.id, name: table.name },
    before: toAuditValues(earlierSource),
    after: toAuditValues(newSource),
  })

function toAuditValues(source: LookupSourceRow | undefined): object {
  if (!source) return { kind: 'upload' }
  const { settings, connector_id: connector, cron, time_zone: timeZone } = source
  // The query of an address may have secrets.
  const place =
    settings.kind === 'address'
      ? { url: settings.url.split('?', 1)[0], header: settings.header_name }
      : { connector, table: settings.table?.name, query: settings.query }
  return { kind: settings.kind, ...place, cron, timeZone }
}
