import { z } from 'zod'
import { badRequest, conflict } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { defineJob } from '../../../platform/work/jobs.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { getLookupTable } from '../get-lookup-table.ts'
import { deleteOldRefreshes, insertRefresh, type LookupRefreshRow } from './refreshes.store.ts'
import { findSource } from './sources.store.ts'

export const refreshTableJob = defineJob({
  name: 'lookups/refresh-table',
  payload: z.object({ organizationId: z.number().int(), refreshId: z.uuid() }),
  // What the source is to blame for is no error of the job.
  retry: { attempts: 5, isRetryable: () => true },
})

type NewRefresh = {
  readonly tableId: string
  readonly isScheduled: boolean
  readonly startedBy: number | null
}

/** Starts a refresh within the transaction of the caller; `undefined` while another one of the table is running. */
export async function enqueueRefresh(
  { jobs }: Pick<Context, 'jobs'>,
  tenant: Tenant,
  newRefresh: NewRefresh,
): Promise<LookupRefreshRow | undefined> {
  const refresh = await insertRefresh(tenant, newRefresh)
  if (!refresh) return undefined
  await deleteOldRefreshes(tenant, newRefresh.tableId)
  const { organizationId, db } = tenant
  const payload = { organizationId, refreshId: refresh.id }
  const key = `lookup-refresh:${refresh.id}`
  await jobs.enqueue(refreshTableJob, payload, { key, organizationId, db })
  return refresh
}

export const refreshIsRunning = (name: string) =>
  conflict(`“${name}” is being refreshed. Try again when that has ended.`)

/** Starts a refresh of a table by hand. */
export async function startRefresh(
  ctx: Pick<Context, 'db' | 'jobs'>,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<LookupRefreshRow> {
  const { name } = await getLookupTable(ctx, { actor, id }, 'change')
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    if (!(await findSource(tenant, id))) {
      throw badRequest(`“${name}” has no source. Set one, or upload a new version.`)
    }
    const newRefresh = { tableId: id, isScheduled: false, startedBy: actor.userId }
    const refresh = await enqueueRefresh(ctx, tenant, newRefresh)
    if (!refresh) throw refreshIsRunning(name)
    await recordChange(tenant, actor, {
      action: 'lookup-table.refresh-started',
      subject: { type: 'lookup-table', id, name },
    })
    return refresh
  })
}
