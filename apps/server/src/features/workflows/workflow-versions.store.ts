import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import type { WorkflowDefinition } from '../../platform/db/tables/workflows.ts'

export type WorkflowVersionRow = Selectable<Tables['workflow_version']>

type VersionKey = { readonly workflowId: string; readonly version: number }

export async function findVersion(
  { db, organizationId }: Tenant,
  { workflowId, version }: VersionKey,
): Promise<WorkflowVersionRow | undefined> {
  return db
    .selectFrom('workflow_version')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('workflow_id', '=', workflowId)
    .where('version', '=', version)
    .executeTakeFirst()
}

/** Lists the versions of a workflow, newest first. */
export async function listWorkflowVersionRows(
  { db, organizationId }: Tenant,
  workflowId: string,
): Promise<WorkflowVersionRow[]> {
  return db
    .selectFrom('workflow_version')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('workflow_id', '=', workflowId)
    .orderBy('version', 'desc')
    .execute()
}

type NewVersion = {
  readonly workflowId: string
  readonly definition: WorkflowDefinition
  readonly restoredFrom: number | null
  readonly userId: number | null
}

/**
 * Inserts a version and makes it live. Call it in a transaction: versions of one workflow are
 * inserted one at a time.
 */
export async function insertLiveVersion(
  { db, organizationId }: Tenant,
  { workflowId, definition, restoredFrom, userId }: NewVersion,
): Promise<WorkflowVersionRow> {
  const { toolId, settings, source, destination } = definition
  await sql`select from workflow
    where organization_id = ${organizationId} and id = ${workflowId} for update`.execute(db)
  const row = await db
    .insertInto('workflow_version')
    .values({
      organization_id: organizationId,
      workflow_id: workflowId,
      version: sql<number>`(select coalesce(max(version), 0) + 1 from workflow_version
        where workflow_id = ${workflowId})`,
      definition: JSON.stringify({ toolId, settings, source, destination }),
      restored_from: restoredFrom,
      created_by: userId,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await setLiveVersion({ db, organizationId }, workflowId, {
    live_version: row.version,
    // Built-in tools have no row that the column could refer to.
    live_tool_id: toolId.includes('-') ? toolId : null,
  })
  return row
}

type LiveVersion = { readonly live_version: number | null; readonly live_tool_id: string | null }

export async function setLiveVersion(
  { db, organizationId }: Tenant,
  workflowId: string,
  live: LiveVersion,
): Promise<void> {
  await db
    .updateTable('workflow')
    .set(live)
    .where('organization_id', '=', organizationId)
    .where('id', '=', workflowId)
    .execute()
}
