import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../../platform/db/database.ts'
import type { NewFields } from '../../../platform/db/fields.ts'
import { namedRows } from '../../../platform/db/named-rows.ts'

type Stored = Selectable<Tables['tool_instance']>

/** By one id, whether its tool was exported or is a built-in one. */
export type ToolInstanceRow = Omit<Stored, 'tool_id' | 'built_in'> & { readonly tool_id: string }

const toRow = ({ tool_id, built_in, ...row }: Stored): ToolInstanceRow => ({
  ...row,
  tool_id: tool_id ?? built_in ?? '',
})

/** A workflow has one place for a tool, which is taken like a name. */
const { insert, remove } = namedRows({
  table: 'tool_instance',
  unique: 'tool_instance_workflow_key',
})
export const removeToolInstance = remove

/** `undefined` when the workflow has a tool already. */
export async function insertToolInstance(
  tenant: Tenant,
  fields: NewFields<'tool_instance'>,
): Promise<ToolInstanceRow | undefined> {
  const row = await insert(tenant, fields)
  return row && toRow(row)
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
  return (await query.orderBy('workflow_id').orderBy('step').execute()).map(toRow)
}

export async function changeToolInstance(
  { db, organizationId }: Tenant,
  id: string,
  { metadata, userId }: { metadata: Record<string, unknown>; userId: number | null },
): Promise<ToolInstanceRow> {
  const row = await db
    .updateTable('tool_instance')
    .set({ metadata: JSON.stringify(metadata), modified_by: userId, modified_at: new Date() })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toRow(row)
}
