import { acts, type Condition } from '@recto/contract/policy/policy'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'
import {
  type Viewer,
  whereReferenceNamesViewer,
  whereReferenceVisible,
} from '../../platform/db/visible-rows.ts'

type TenantId = Pick<Tenant, 'organizationId'>

/** A run was started by its deployment or its pipeline, or by hand in its workflow. */
const publishedOrigins = [
  { column: 'execution.pipeline_id', table: 'api_deployment', permission: 'deployment/see' },
  { column: 'execution.pipeline_id', table: 'pipeline', permission: 'pipeline/see' },
] as const
const origins = [
  { column: 'execution.workflow_id', table: 'workflow', permission: 'workflow/see' },
  ...publishedOrigins,
] as const

/**
 * People who own a deployment or a pipeline, or whom it names, see its runs, also when its workflow is closed.
 * That it is open to the organization is not enough then, because it may be older than the closing.
 */
const whereOriginVisible = (tenant: TenantId, viewer: Viewer): RawBuilder<SqlBool> =>
  sql`((${sql.join(
    origins.map((origin) => whereReferenceVisible(tenant, viewer, origin)),
    sql` and `,
  )}) or ${sql.join(
    publishedOrigins.map((origin) => whereReferenceNamesViewer(tenant, viewer, origin)),
    sql` or `,
  )})`

const sqlByCondition: Readonly<
  Partial<Record<Condition, (tenant: TenantId, viewer: Viewer) => RawBuilder<SqlBool>>>
> = {
  anyMember: () => sql`true`,
  owner: (_, { userId, service }) =>
    service === undefined ? sql`execution.created_by = ${userId}` : sql`true`,
  maySeeItsWorkflow: whereOriginVisible,
}

/** A `where` condition for the runs that the policy lets the viewer see. */
export function whereExecutionVisible(tenant: TenantId, viewer: Viewer): RawBuilder<SqlBool> {
  const conditions = acts['execution/see'].flatMap(
    (condition: Condition) => sqlByCondition[condition]?.(tenant, viewer) ?? [],
  )
  return sql`(false or ${sql.join(conditions, sql` or `)})`
}

/** Ids of the runs that the viewer may see, for a condition of another query. */
export const selectVisibleExecutionIds = ({ db, organizationId }: Tenant, viewer: Viewer) =>
  db
    .selectFrom('execution')
    .select('execution.id')
    .where('execution.organization_id', '=', organizationId)
    .where(whereExecutionVisible({ organizationId }, viewer))

/** Whether the viewer may see the workflow of a run, or is named on the deployment or the pipeline that started it. */
export async function isOriginVisible(
  { db, organizationId }: Tenant,
  viewer: Viewer,
  executionId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('execution')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', executionId)
    .where(whereOriginVisible({ organizationId }, viewer))
    .executeTakeFirst()
  return row !== undefined
}
