import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import type { NewFields } from '../../platform/db/fields.ts'
import { createNamedRowQueries } from '../../platform/db/named-rows.ts'
import { type Viewer, whereReferenceVisible } from '../../platform/db/visible-rows.ts'

type StoredInstance = Selectable<Tables['tool_instance']>

/** A tool instance with one id for its tool, whether exported or built in. */
export type ToolInstanceRow = Omit<StoredInstance, 'tool_id' | 'built_in'> & {
  readonly tool_id: string
}

const toRow = ({ tool_id, built_in, ...row }: StoredInstance): ToolInstanceRow => ({
  ...row,
  tool_id: tool_id ?? built_in ?? '',
})

/** The unique key allows one tool per workflow. */
const toolInstances = createNamedRowQueries({
  table: 'tool_instance',
  uniqueConstraint: 'tool_instance_workflow_key',
})

export const deleteToolInstanceRow = toolInstances.delete

/** Returns `undefined` when the workflow already has a tool. */
export async function insertToolInstance(
  tenant: Tenant,
  fields: NewFields<'tool_instance'>,
): Promise<ToolInstanceRow | undefined> {
  const row = await toolInstances.insert(tenant, fields)
  return row && toRow(row)
}

type ToolInstanceFilter = {
  readonly id?: string
  readonly workflowIds?: readonly string[]
  /** Absent for all; otherwise, the list has instances in workflows that this person may see. */
  readonly viewer?: Viewer
}

const itsWorkflow = {
  column: 'tool_instance.workflow_id',
  table: 'workflow',
  permission: 'workflow/see',
} as const

export async function findToolInstances(
  { db, organizationId }: Tenant,
  { id, workflowIds, viewer }: ToolInstanceFilter,
): Promise<ToolInstanceRow[]> {
  if (workflowIds?.length === 0) return []
  let query = db
    .selectFrom('tool_instance')
    .selectAll()
    .where('organization_id', '=', organizationId)
  if (id) query = query.where('id', '=', id)
  if (workflowIds) query = query.where('workflow_id', 'in', workflowIds)
  if (viewer) query = query.where(whereReferenceVisible({ organizationId }, viewer, itsWorkflow))
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

type RestoredStep = {
  readonly workflowId: string
  readonly step: Pick<NewFields<'tool_instance'>, 'toolId' | 'builtIn' | 'toolVersion'>
  readonly settings: (instanceId: string) => Record<string, unknown>
  readonly userId: number | null
}

/** Replaces the tool of a workflow and its settings; an existing instance keeps its id. */
export async function restoreToolInstance(
  tenant: Tenant,
  { workflowId, step, settings, userId }: RestoredStep,
): Promise<void> {
  const [instance] = await findToolInstances(tenant, { workflowIds: [workflowId] })
  const id = instance?.id ?? randomUUID()
  const fields = { ...step, metadata: JSON.stringify(settings(id)), modifiedBy: userId }
  if (instance) await toolInstances.update(tenant, id, fields)
  else {
    await toolInstances.insert(tenant, { ...fields, id, workflowId, step: 1, createdBy: userId })
  }
}

/** Returns the ids of the steps that run tools, by their workflows. */
export async function findToolStepIds(
  tenant: Tenant,
  workflowIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const instances = await findToolInstances(tenant, { workflowIds })
  return new Map(instances.map(({ id, workflow_id }) => [workflow_id, id]))
}
