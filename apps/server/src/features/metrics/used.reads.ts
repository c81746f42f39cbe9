import { sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'

type UsedOptions = {
  readonly calls: number
  /** Calls of models without a known price, which are not included in the dollars. */
  readonly unpricedCalls: number
  readonly tokens: number
  readonly dollars: number
  readonly pages: number
  readonly filesCompleted: number
  readonly filesFailed: number
  readonly filesStopped: number
}

/** Usage on a day, of a model, for a project or by a deployment. */
export type UsedOf = UsedOptions & {
  readonly by: 'day' | 'model' | 'project' | 'deployment'
  /** Day, model or id; null when there is none. */
  readonly key: string | null
  /** Null for a project or deployment that was deleted. */
  readonly name: string | null
}

export type UsedFilter = {
  /** Days in UTC as `YYYY-MM-DD`, both inclusive. */
  readonly firstDay: string
  readonly lastDay: string
  /** Time before which the stored daily sums are used. */
  readonly rolledUntil: Date
}

const sums = sql`sum(calls)::float8 as calls, sum(unpriced_calls)::float8 as "unpricedCalls",
  sum(tokens)::float8 as tokens, sum(dollars)::float8 as dollars, sum(pages)::float8 as pages,
  sum(files_completed)::float8 as "filesCompleted", sum(files_failed)::float8 as "filesFailed",
  sum(files_stopped)::float8 as "filesStopped"`

const usageRows = (organizationId: number, { firstDay, lastDay, rolledUntil }: UsedFilter) => sql`
  select day, model, project, deployment_id, calls, unpriced_calls, tokens, dollars, pages,
    files_completed, files_failed, files_stopped
  from metric_used_day
  where organization_id = ${organizationId} and day between ${firstDay}::date and ${lastDay}::date
  union all
  select (at at time zone 'UTC')::date, model, project, deployment_id, calls, unpriced_calls, tokens,
    dollars, pages, files_completed, files_failed, files_stopped
  from metric_used
  where organization_id = ${organizationId}
    and at >= greatest(${rolledUntil}::timestamptz, ${firstDay}::date at time zone 'UTC')
    and at < (${lastDay}::date + 1) at time zone 'UTC'`

const names = (organizationId: number) => sql`
  left join project p on p.organization_id = ${organizationId} and p.id::text = summed.project
  left join api_deployment d on d.organization_id = ${organizationId} and d.id = summed.deployment_id
  left join pipeline l on l.organization_id = ${organizationId} and l.id = summed.deployment_id
  left join workflow w on w.organization_id = ${organizationId} and w.id = summed.deployment_id`

const deploymentName = sql`coalesce(d.display_name, l.name, w.name)`

/** Returns the usage: days in order, everything else by cost, highest first. */
export async function readUsed(
  { db, organizationId }: Tenant,
  filter: UsedFilter,
): Promise<readonly UsedOf[]> {
  const { rows } = await sql<UsedOf>`
    with counted as (${usageRows(organizationId, filter)}),
    summed as (
      select grouping(day, model, project, deployment_id) as grouped, day, model, project, deployment_id, ${sums}
      from counted
      group by grouping sets ((day), (model), (project), (deployment_id))
    )
    select case grouped when 7 then 'day' when 11 then 'model' when 13 then 'project' else 'deployment' end as by,
      coalesce(to_char(day, 'YYYY-MM-DD'), model, project, deployment_id::text) as key,
      coalesce(to_char(day, 'YYYY-MM-DD'), model, p.name, ${deploymentName}) as name,
      calls, "unpricedCalls", tokens, dollars, pages, "filesCompleted", "filesFailed", "filesStopped"
    from summed ${names(organizationId)}
    order by grouped, day, dollars desc, tokens desc, pages desc, key`.execute(db)
  return rows
}

export type UsedLine = UsedOptions & {
  readonly day: string
  readonly model: string | null
  readonly project: string | null
  readonly projectName: string | null
  readonly deployment: string | null
  readonly deploymentName: string | null
}

/** Returns the usage broken down by all dimensions, for a file, up to `limit` lines. */
export async function readUsedLines(
  { db, organizationId }: Tenant,
  filter: UsedFilter,
  limit: number,
): Promise<readonly UsedLine[]> {
  const { rows } = await sql<UsedLine>`
    with counted as (${usageRows(organizationId, filter)}),
    summed as (
      select day, model, project, deployment_id, ${sums} from counted group by 1, 2, 3, 4
    )
    select to_char(day, 'YYYY-MM-DD') as day, model, project, deployment_id as deployment,
      p.name as "projectName", ${deploymentName} as "deploymentName",
      calls, "unpricedCalls", tokens, dollars, pages, "filesCompleted", "filesFailed", "filesStopped"
    from summed ${names(organizationId)} order by 1, 2, 3, 4 limit ${limit}`.execute(db)
  return rows
}
