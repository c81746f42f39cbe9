import type { Selectable } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { violatesReference } from '../../platform/db/database-errors.ts'
import { toStorableJson } from '../../platform/db/sql-text.ts'

export type ToolRow = Selectable<Tables['tool']>

type NewTool = {
  readonly projectId: string
  readonly name: string
  readonly description: string
  readonly icon: string
  readonly metadata: unknown
  readonly isSharedToOrg: boolean
  readonly userId: number
}

/** Saves the tool of a project; a repeated export keeps its id. */
export async function saveTool(
  { db, organizationId }: Tenant,
  { projectId, name, description, icon, metadata, isSharedToOrg, userId }: NewTool,
): Promise<ToolRow> {
  const values = {
    name,
    description,
    icon,
    metadata: toStorableJson(metadata),
    shared_to_org: isSharedToOrg,
    modified_by: userId,
  }
  return db
    .insertInto('tool')
    .values({
      ...values,
      organization_id: organizationId,
      project_id: projectId,
      created_by: userId,
    })
    .onConflict((c) =>
      c.constraint('tool_project_key').doUpdateSet({ ...values, modified_at: new Date() }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

type ToolContent = Pick<NewTool, 'name' | 'description' | 'icon' | 'metadata' | 'userId'>

/** Restores an earlier content of the tool. */
export async function restoreToolContent(
  { db, organizationId }: Tenant,
  id: string,
  { metadata, userId, ...values }: ToolContent,
): Promise<ToolRow> {
  return db
    .updateTable('tool')
    .set({
      ...values,
      metadata: toStorableJson(metadata),
      modified_by: userId,
      modified_at: new Date(),
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

type ToolFilter = {
  readonly ids?: readonly string[]
  readonly projectId?: string
}

/** Lists tools by name. */
export async function listToolRows(
  { db, organizationId }: Tenant,
  { ids, projectId }: ToolFilter = {},
): Promise<ToolRow[]> {
  if (ids?.length === 0) return []
  return db
    .selectFrom('tool')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .$if(ids !== undefined, (q) => q.where('id', 'in', ids ?? []))
    .$if(projectId !== undefined, (q) => q.where('project_id', '=', projectId ?? ''))
    .orderBy('name')
    .orderBy('id')
    .execute()
}

/** Lists the ids of the users whom each tool is shared with. */
export async function listToolShares(
  { db, organizationId }: Tenant,
  toolIds: readonly string[],
): Promise<ReadonlyMap<string, readonly number[]>> {
  const shares = new Map<string, number[]>()
  if (toolIds.length === 0) return shares
  const rows = await db
    .selectFrom('tool_share')
    .select(['tool_id', 'user_id'])
    .where('organization_id', '=', organizationId)
    .where('tool_id', 'in', toolIds)
    .orderBy('user_id')
    .execute()
  for (const { tool_id, user_id } of rows) {
    shares.set(tool_id, [...(shares.get(tool_id) ?? []), user_id])
  }
  return shares
}

export async function replaceToolShares(
  { db, organizationId }: Tenant,
  toolId: string,
  userIds: readonly number[],
): Promise<void> {
  await db
    .deleteFrom('tool_share')
    .where('organization_id', '=', organizationId)
    .where('tool_id', '=', toolId)
    .execute()
  if (userIds.length === 0) return
  const rows = userIds.map((user_id) => ({
    organization_id: organizationId,
    tool_id: toolId,
    user_id,
  }))
  await db.insertInto('tool_share').values(rows).execute()
}

/** Deletes a tool with its versions; returns false, in an aborted transaction, if a workflow uses it. */
export async function removeTool({ db, organizationId }: Tenant, id: string): Promise<boolean> {
  try {
    await db
      .deleteFrom('tool')
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute()
    return true
  } catch (error) {
    if (violatesReference(error)) return false
    throw error
  }
}
