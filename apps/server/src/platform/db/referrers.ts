import { sql } from 'kysely'
import type { Tables, Tenant } from './database.ts'
import { type Viewer, whereVisible } from './visible-rows.ts'

/** A column whose foreign key prevents the row it refers to from being deleted. */
type Referrer = {
  [Table in keyof Tables]: {
    readonly table: Table
    readonly column: keyof Tables[Table] & `${string}_id`
  }
}[keyof Tables]

/**
 * Tables of higher modules that refer to workflows; the workflow module must not import those. Add
 * new kinds here.
 */
export const workflowReferrers: readonly Referrer[] = [
  { table: 'api_deployment', column: 'workflow_id' },
  { table: 'chat_app', column: 'workflow_id' },
  { table: 'pipeline', column: 'workflow_id' },
]

/** Modules below the workflow module use this for rows that refer to a workflow. */
export async function hasWorkflow({ db, organizationId }: Tenant, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('workflow')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

type Referrers = {
  /** Names of those that the viewer may see, in order. */
  readonly names: string[]
  /** The number of all, which decides what can be changed. */
  readonly count: number
}

const toReferrers = (rows: readonly { name: string; isVisible: boolean }[]): Referrers => ({
  names: rows.filter(({ isVisible }) => isVisible).map(({ name }) => name),
  count: rows.length,
})

/** Lists the deployments and pipelines that use a workflow. */
export async function listReferrers(
  { db, organizationId }: Tenant,
  viewer: Viewer,
  workflowId: string,
): Promise<{ readonly deployments: Referrers; readonly pipelines: Referrers }> {
  const deployments = await db
    .selectFrom('api_deployment')
    .select([
      'display_name as name',
      sql<boolean>`coalesce(${whereVisible(viewer, 'deployment/see', 'api_deployment')}, false)`.as(
        'isVisible',
      ),
    ])
    .where('organization_id', '=', organizationId)
    .where('workflow_id', '=', workflowId)
    .orderBy('display_name')
    .execute()
  const pipelines = await db
    .selectFrom('pipeline')
    .select([
      'name',
      sql<boolean>`coalesce(${whereVisible(viewer, 'pipeline/see', 'pipeline')}, false)`.as(
        'isVisible',
      ),
    ])
    .where('organization_id', '=', organizationId)
    .where('workflow_id', '=', workflowId)
    .orderBy('name')
    .execute()
  return { deployments: toReferrers(deployments), pipelines: toReferrers(pipelines) }
}

/** Counts the documents of a workflow's runs that wait for review or for approval; approved ones only wait to be delivered. */
export async function countFilesInReview(
  { db, organizationId }: Tenant,
  workflowId: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count
    from review_item join execution on execution.id = review_item.execution_id
    where review_item.organization_id = ${organizationId} and review_item.workflow_id = ${workflowId}
      and review_item.status in ('PENDING', 'FINISHED') and execution.status = 'EXECUTING'`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Whether any row of the tenant refers to the given id. */
export async function hasReferrers(
  { db, organizationId }: Tenant,
  referrers: readonly Referrer[],
  id: string,
): Promise<boolean> {
  const checks = referrers.map(
    ({ table, column }) =>
      sql`exists (select from ${sql.table(table)}
        where organization_id = ${organizationId} and ${sql.ref(column)} = ${id})`,
  )
  const { rows } = await sql<{ used: boolean }>`
    select ${sql.join(checks, sql` or `)} as used`.execute(db)
  return rows[0]?.used === true
}

/** Lists the workflows that use a connector as source or destination, live or in their draft. */
export async function listWorkflowsUsingConnector(
  { db, organizationId }: Tenant,
  viewer: Viewer,
  connectorId: string,
): Promise<Referrers> {
  const { rows } = await sql<{ name: string; isVisible: boolean }>`
    select name, coalesce(${whereVisible(viewer, 'workflow/see', 'workflow')}, false) as "isVisible"
    from workflow
    where organization_id = ${organizationId} and (
      id in (
        select workflow_id from workflow_endpoint
        where organization_id = ${organizationId} and connector_id = ${connectorId}
      ) or exists (
        select from workflow_version v
        where v.workflow_id = workflow.id and v.version = workflow.live_version
          and ${connectorId} in (
            v.definition -> 'source' ->> 'connectorId', v.definition -> 'destination' ->> 'connectorId'
          )
      ))
    order by name`.execute(db)
  return toReferrers(rows)
}

/** Lists the lookup tables whose rows a connector sends. */
export async function listLookupTablesOfConnector(
  { db, organizationId }: Tenant,
  viewer: Viewer,
  connectorId: string,
): Promise<Referrers> {
  const rows = await db
    .selectFrom('lookup_table')
    .innerJoin('lookup_source', 'lookup_source.lookup_table_id', 'lookup_table.id')
    .select([
      'lookup_table.name',
      sql<boolean>`coalesce(${whereVisible(viewer, 'lookup-table/see', 'lookup_table')}, false)`.as(
        'isVisible',
      ),
    ])
    .where('lookup_table.organization_id', '=', organizationId)
    .where('lookup_source.connector_id', '=', connectorId)
    .orderBy('lookup_table.name')
    .execute()
  return toReferrers(rows)
}

/** Lists the projects with a prompt that is matched to a lookup table. */
export async function listProjectsMatchedTo(
  { db, organizationId }: Tenant,
  viewer: Viewer,
  tableName: string,
): Promise<Referrers> {
  const { rows } = await sql<{ name: string; isVisible: boolean }>`
    select name, coalesce(${whereVisible(viewer, 'project/see', 'project')}, false) as "isVisible"
    from project
    where organization_id = ${organizationId} and id in (
      select project_id from prompt
      where organization_id = ${organizationId} and match_to ->> 'table' = ${tableName})
    order by name`.execute(db)
  return toReferrers(rows)
}
