import { omitUndefined } from '@recto/omit-undefined'
import { type Selectable, sql } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { deleteOldWorkflowVersions } from '../../platform/db/live-workflows.ts'
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

/** Loads what is live of workflows, by workflow id; workflows of which nothing is live are absent. */
export async function findLiveDefinitions(
  { db, organizationId }: Tenant,
  workflowIds: readonly string[],
): Promise<ReadonlyMap<string, WorkflowDefinition>> {
  const rows = await db
    .selectFrom('workflow')
    .innerJoin('workflow_version', (join) =>
      join
        .onRef('workflow_version.workflow_id', '=', 'workflow.id')
        .onRef('workflow_version.version', '=', 'workflow.live_version'),
    )
    .select(['workflow.id', 'workflow_version.definition'])
    .where('workflow.organization_id', '=', organizationId)
    .where(sql<boolean>`workflow.id = any(${workflowIds}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, definition }) => [id, definition]))
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

/** Inserts a version and makes it live. Call it in a transaction that has locked the workflow. */
export async function insertLiveVersion(
  { db, organizationId }: Tenant,
  { workflowId, definition, restoredFrom, userId }: NewVersion,
): Promise<WorkflowVersionRow> {
  const { toolId, toolVersion, settings, source, destination } = definition
  const row = await db
    .insertInto('workflow_version')
    .values({
      organization_id: organizationId,
      workflow_id: workflowId,
      version: sql<number>`(select coalesce(max(version), 0) + 1 from workflow_version
        where workflow_id = ${workflowId})`,
      definition: JSON.stringify({
        toolId,
        ...omitUndefined({ toolVersion }),
        settings,
        source,
        destination,
      }),
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
  await deleteOldWorkflowVersions({ db, organizationId }, [workflowId])
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
