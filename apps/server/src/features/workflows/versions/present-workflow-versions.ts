import type * as api from '@recto/contract/workflows/workflow-versions'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { userNames } from '../../organizations/organizations.port.ts'
import type { WorkflowVersionRow } from '../workflow-versions.store.ts'

export async function presentWorkflowVersions(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  rows: readonly WorkflowVersionRow[],
  live: number | null,
): Promise<api.WorkflowVersion[]> {
  const people = await userNames(
    tenantOf(ctx, actor),
    rows.map((row) => row.created_by),
  )
  return rows.map((row) => ({
    version: row.version,
    is_live: row.version === live,
    restored_from: row.restored_from,
    created_by_email: people.get(row.created_by ?? 0)?.email ?? null,
    created_at: presentTime(row.created_at),
  }))
}
