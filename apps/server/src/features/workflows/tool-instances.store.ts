import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'

export type ToolInstanceRow = Selectable<Tables['tool_instance']>

type NewInstance = {
  readonly workflowId: string
  readonly toolId: string
  readonly metadata: Record<string, unknown>
  readonly userId: number
}

/** Answers `undefined` when the workflow already has its tool. */
export async function insertToolInstance(
  { db, organizationId }: Tenant,
  { workflowId, toolId, metadata, userId }: NewInstance,
): Promise<ToolInstanceRow | undefined> {
  return db
    .insertInto('tool_instance')
    .values({
      organization_id: organizationId,
      workflow_id: workflowId,
      tool_id: toolId,
      step: 1,
      metadata: JSON.stringify(metadata),
      created_by: userId,
      modified_by: userId,
    })
    .onConflict((c) => c.constraint('tool_instance_workflow_key').doNothing())
    .returningAll()
    .executeTakeFirst()
}

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

export async function removeToolInstance(
  { db, organizationId }: Tenant,
  id: string,
): Promise<void> {
  await db
    .deleteFrom('tool_instance')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .execute()
}
