import type * as api from '@recto/contract/lookups/lookup-sources'
import { permits } from '@recto/contract/policy/permits'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { connectorFaces } from '../../connectors/connectors.port.ts'
import { userEmails } from '../../organizations/organizations.port.ts'
import { getLookupTable } from '../get-lookup-table.ts'
import {
  findSuccessTime,
  type LookupRefreshRow,
  listedRefreshes,
  listRefreshRows,
} from './refreshes.store.ts'
import { findSource, type LookupSourceRow } from './sources.store.ts'

type SourceDependencies = Pick<Context, 'db' | 'connectorProviders'>
type TableRequest = { readonly actor: Actor; readonly id: string }

/** Returns the source of a table, for those who may change it, and how its last refresh ended, for all who see it. */
export async function presentSourceState(
  ctx: SourceDependencies,
  { actor, id }: TableRequest,
): Promise<api.LookupSourceState> {
  const table = await getLookupTable(ctx, { actor, id })
  const tenant = tenantOf(ctx, actor)
  const [source, [lastRefresh], successTime] = await Promise.all([
    findSource(tenant, id),
    listRefreshRows(tenant, { tableId: id, limit: 1 }),
    findSuccessTime(tenant, id),
  ])
  const [presentedRefresh] = await presentRefreshes(ctx, actor, lastRefresh ? [lastRefresh] : [])
  const mayChange = permits(actor, 'lookup-table/change', table)
  return {
    kind: source?.kind ?? 'upload',
    source: source && mayChange ? await presentSource(ctx, actor, source) : null,
    cron_string: source?.cron ?? null,
    time_zone: source?.time_zone ?? 'UTC',
    next_refresh_at: source?.next_refresh_at ? presentTime(source.next_refresh_at) : null,
    last_refresh: presentedRefresh ?? null,
    refreshed_at: successTime ? presentTime(successTime) : null,
  }
}

async function presentSource(
  ctx: SourceDependencies,
  actor: Actor,
  { settings, connector_id: connectorId }: LookupSourceRow,
): Promise<api.LookupSource> {
  if (settings.kind === 'address') {
    const { header_name: name, ...address } = settings
    return { ...address, header: name === null ? null : { name } }
  }
  const id = connectorId ?? ''
  const faces = await connectorFaces(ctx, tenantOf(ctx, actor), [id])
  return { ...settings, connector_id: id, connector_name: faces.get(id)?.name ?? '' }
}

export async function presentRefreshes(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  refreshes: readonly LookupRefreshRow[],
): Promise<api.LookupRefresh[]> {
  const starters = refreshes.map(({ started_by }) => started_by)
  const emails = await userEmails(tenantOf(ctx, actor), starters)
  return refreshes.map(({ started_by, started_at, ended_at, ...refresh }) => {
    const { id, is_scheduled, error, version, is_new_version } = refresh
    return {
      id,
      is_scheduled,
      error,
      version,
      is_new_version,
      started_by_email: emails.get(started_by ?? 0) ?? null,
      started_at: presentTime(started_at),
      ended_at: ended_at && presentTime(ended_at),
    }
  })
}

/** Lists the last refreshes of a table, the newest first. */
export async function listRefreshes(
  ctx: Pick<Context, 'db'>,
  { actor, id }: TableRequest,
): Promise<api.LookupRefresh[]> {
  await getLookupTable(ctx, { actor, id })
  const rows = await listRefreshRows(tenantOf(ctx, actor), { tableId: id, limit: listedRefreshes })
  return presentRefreshes(ctx, actor, rows)
}
