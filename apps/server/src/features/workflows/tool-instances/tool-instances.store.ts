import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import { namedRows } from '../../../platform/db/named-rows.ts'

export type ToolInstanceRow = Selectable<Tables['tool_instance']>

/** A workflow has one place for a tool, which is taken like a name. */
export const { insert: insertToolInstance, remove: removeToolInstance } = namedRows({
  table: 'tool_instance',
  unique: 'tool_instance_workflow_key',
})

export async function findToolInstances(
  { db, organizationId }: Tenant,
  { id, workflowIds }: { id?: string; workflowIds?: readonly string[] },
): Promise<ToolInstanceRow[]> {
  if (workflowIds?.length === 0) return []
  let query = db
    .selectFrom('tool_instance')
    .selectAll()
    .where('organization_id', '=', organizationId)
  if (id) query = query.where('id', '=', id)
  if (workflowIds) query = query.where('workflow_id', 'in', workflowIds)
  return query.orderBy('workflow_id').orderBy('step').execute()
}

export async function changeToolInstance(
  { db, organizationId }: Tenant,
  id: string,
  { metadata, userId }: { metadata: Record<string, unknown>; userId: number | null },
): Promise<ToolInstanceRow> {
  return db
    .updateTable('tool_instance')
    .set({ metadata: JSON.stringify(metadata), modified_by: userId, modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
