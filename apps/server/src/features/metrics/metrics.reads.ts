import type { MetricName } from '@recto/contract/usage/metrics'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { type Viewer, whereReferenceVisible } from '../../platform/db/visible-rows.ts'

export type Grain = 'hour' | 'day' | 'week' | 'month'

export type MetricFilter = {
  readonly from: Date
  readonly until: Date
  readonly grain: Grain
  readonly name?: MetricName | undefined
  /**
   * Time before which the stored hourly sums are used; when absent, everything is summed from the
   * events.
   */
  readonly rolledUntil?: Date | undefined
}

export type MetricBucket = {
  readonly at: Date
  readonly name: MetricName
  readonly total: number
  readonly count: number
  readonly minimum: number
  readonly maximum: number
}

/**
 * Returns buckets ordered by name and time. Both ends of the period are inclusive, and its first
 * hour is included completely.
 */
export async function readBuckets(
  { db, organizationId }: Tenant,
  { from, until, grain, name, rolledUntil = new Date(0) }: MetricFilter,
): Promise<readonly MetricBucket[]> {
  const nameCondition = name === undefined ? sql`` : sql`and metric_name = ${name}`
  const { rows } = await sql<MetricBucket>`
    with counted as (
      select hour as at, metric_name, total, count, minimum, maximum from metric_hour
      where organization_id = ${organizationId} and hour >= date_trunc('hour', ${from}::timestamptz, 'UTC')
        and hour <= ${until} and hour < ${rolledUntil} ${nameCondition}
      union all
      select at, metric_name, value, 1, value, value from metric_event
      where organization_id = ${organizationId}
        and at >= greatest(${rolledUntil}::timestamptz, date_trunc('hour', ${from}::timestamptz, 'UTC'))
        and at <= ${until} ${nameCondition}
    )
    select date_trunc(${grain}, at, 'UTC') as at, metric_name as name, sum(total)::float8 as total,
      sum(count)::int as count, min(minimum) as minimum, max(maximum) as maximum
    from counted group by 1, 2 order by 2, 1`.execute(db)
  return rows
}

type RecentFilesQuery = {
  /** Selects the runs whose files are listed. */
  readonly executionIds: SelectQueryBuilder<Tables, 'execution', { id: string }>
  readonly limit: number
}

export const recentFiles = (tenant: Tenant, { executionIds, limit }: RecentFilesQuery) =>
  tenant.db
    .selectFrom('metric_file')
    .where('organization_id', '=', tenant.organizationId)
    .where('execution_id', 'in', executionIds)
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()

/** Files of the latest executions. */
export type RecentFiles = Awaited<ReturnType<typeof recentFiles>>

type Executions = {
  readonly from: Date
  readonly until: Date
  readonly entity: 'API' | 'ETL' | 'TASK' | 'WF'
}

/** The column `deployment_id` refers to a row of this table. */
const deploymentOf = {
  API: { table: 'api_deployment', permission: 'deployment/see' },
  ETL: { table: 'pipeline', permission: 'pipeline/see' },
  TASK: { table: 'pipeline', permission: 'pipeline/see' },
  WF: { table: 'workflow', permission: 'workflow/see' },
} as const

/** Returns the usage of the deployments that the viewer may see, most tokens first. */
export const usageByDeployment = (
  { db, organizationId }: Tenant,
  viewer: Viewer,
  { from, until, entity }: Executions,
) =>
  db
    .selectFrom('metric_execution')
    .where('organization_id', '=', organizationId)
    .where('entity', '=', entity)
    .where(
      whereReferenceVisible({ organizationId }, viewer, {
        column: 'metric_execution.deployment_id',
        ...deploymentOf[entity],
      }),
    )
    .where('created_at', '>=', from)
    .where('created_at', '<=', until)
    .groupBy('deployment_id')
    .select([
      'deployment_id',
      // The most recent name.
      sql<string>`(array_agg(deployment_name order by created_at desc))[1]`.as('name'),
      sql<number>`sum(tokens)`.as('tokens'),
      sql<number>`sum(cost)`.as('cost'),
      sql<number>`sum(calls)::int`.as('calls'),
      sql<number>`count(*)::int`.as('executions'),
      sql<number>`(count(*) filter (where status = 'COMPLETED'))::int`.as('completed'),
      sql<number>`(count(*) filter (where status = 'ERROR'))::int`.as('failed'),
      sql<number>`sum(pages)::int`.as('pages'),
      sql<Date>`min(created_at)`.as('first'),
      sql<Date>`max(created_at)`.as('last'),
    ])
    .orderBy('tokens', 'desc')
    .orderBy('deployment_id')
    .execute()

/** Usage of each deployment. */
export type DeploymentUsage = Awaited<ReturnType<typeof usageByDeployment>>
