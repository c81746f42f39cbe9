import { maxWorkflowVersions } from '@recto/contract/workflows/workflow-versions'
import { sql } from 'kysely'
import type { Tenant } from './database.ts'

type WorkflowLock = {
  readonly workflowId: string
  /** Exported tools that the workflow starts to use. */
  readonly toolIds?: readonly string[] | undefined
}

/**
 * Locks a workflow for the rest of the transaction. Edits, publishing and exports of the tool then follow one another,
 * and each reads what the previous one has written. Every transaction locks tools before workflows.
 */
export async function lockWorkflowForEdit(
  { db, organizationId }: Tenant,
  { workflowId, toolIds = [] }: WorkflowLock,
): Promise<void> {
  await sql`
    select from tool
    where organization_id = ${organizationId} and (id = any (${toolIds}::uuid[]) or id in (
      select tool_id from tool_instance
      where organization_id = ${organizationId} and workflow_id = ${workflowId}
      union
      select live_tool_id from workflow
      where organization_id = ${organizationId} and id = ${workflowId}
    ))
    order by id for share`.execute(db)
  await sql`
    select from workflow
    where organization_id = ${organizationId} and id = ${workflowId}
    for no key update`.execute(db)
}

type NewToolVersion = {
  readonly toolId: string
  readonly toolVersion: number
  readonly userId: number | null
}

/**
 * Makes a new version of a tool live in every workflow that runs the tool, except where changes need publishing. Call it
 * in the transaction that has written the tool. The module of tools cannot call the module of workflows above it.
 */
export async function makeToolVersionLive(
  tenant: Tenant,
  { toolId, toolVersion, userId }: NewToolVersion,
): Promise<void> {
  const { db, organizationId } = tenant
  const { rows: workflows } = await sql<{ id: string }>`
    select id from workflow
    where organization_id = ${organizationId} and live_tool_id = ${toolId}
      and not changes_need_publishing
    order by id for no key update`.execute(db)
  const ids = workflows.map(({ id }) => id)
  await sql`
    with new_version as (
      insert into workflow_version (organization_id, workflow_id, version, definition, created_by)
      select w.organization_id, w.id,
        (select max(version) + 1 from workflow_version where workflow_id = w.id),
        v.definition || jsonb_build_object('toolVersion', ${toolVersion}::integer),
        ${userId}
      from workflow w
      join workflow_version v on v.workflow_id = w.id and v.version = w.live_version
      where w.organization_id = ${organizationId} and w.id = any (${ids}::uuid[])
      returning workflow_id, version
    )
    update workflow set live_version = new_version.version
    from new_version
    where workflow.organization_id = ${organizationId} and workflow.id = new_version.workflow_id
  `.execute(db)
  await deleteOldWorkflowVersions(tenant, ids)
  // The newest version is what an export has to be used by, also after a rollback to an earlier one.
  await db
    .updateTable('tool_instance')
    .set({ tool_version: null })
    .where('organization_id', '=', organizationId)
    .where('tool_id', '=', toolId)
    .where('tool_version', 'is not', null)
    .execute()
}

/** Lists the versions of a tool that are live in a workflow or restored in its draft. */
export async function listToolVersionsInUse(
  { db, organizationId }: Tenant,
  toolId: string,
): Promise<number[]> {
  const { rows } = await sql<{ version: number }>`
    select (v.definition ->> 'toolVersion')::integer as version
    from workflow w
    join workflow_version v on v.workflow_id = w.id and v.version = w.live_version
    where w.organization_id = ${organizationId} and w.live_tool_id = ${toolId}
      and v.definition ? 'toolVersion'
    union
    select tool_version from tool_instance
    where organization_id = ${organizationId} and tool_id = ${toolId} and tool_version is not null
  `.execute(db)
  return rows.map(({ version }) => version)
}

/** Deletes the oldest versions of workflows; the newest version is always kept, so the live one is. */
export async function deleteOldWorkflowVersions(
  { db, organizationId }: Tenant,
  workflowIds: readonly string[],
): Promise<void> {
  await sql`
    delete from workflow_version v
    where organization_id = ${organizationId} and workflow_id = any (${workflowIds}::uuid[])
      and version <= ${-maxWorkflowVersions} + (
        select max(version) from workflow_version where workflow_id = v.workflow_id
      )`.execute(db)
}
