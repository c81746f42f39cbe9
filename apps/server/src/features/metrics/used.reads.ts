import { sql } from 'kysely'
import type { Tenant } from '../../platform/db/database.ts'
import { type Viewer, whereVisible } from '../../platform/db/visible-rows.ts'

export type UsedAmounts = {
  readonly calls: number
  /** Calls of models without a known price, which are not included in the dollars. */
  readonly unpricedCalls: number
  readonly tokens: number
  readonly inputTokens: number
  /** The part of the input that services read from their caches. */
  readonly cachedTokens: number
  readonly outputTokens: number
  /** The part of the output that models used to reason. */
  readonly reasoningTokens: number
  readonly dollars: number
  /** Amount in dollars; negative where storing in a cache cost more than reading from it saved. */
  readonly savedByCache: number
  readonly savedBySinglePass: number
  readonly savedByBatch: number
  /** Questions answered without a call, by what answered them. */
  readonly embeddedAnswers: number
  readonly layoutAnswers: number
  readonly builtInAnswers: number
  readonly pages: number
  readonly filesCompleted: number
  readonly filesFailed: number
  readonly filesStopped: number
}

/** Usage on a day, of a model, for a project or by a deployment. */
export type UsedOf = UsedAmounts & {
  readonly by: 'day' | 'model' | 'project' | 'deployment'
  /** Day, model or id; null when there is none. */
  readonly key: string | null
  /** Null for a project or deployment that was deleted, and for a deployment that the viewer may not see. */
  readonly name: string | null
}

/** Restricts the usage to one of each; null means usage that has none. */
export type UsedSelection = {
  readonly model?: string | undefined
  readonly projectId?: string | null | undefined
  readonly deploymentId?: string | null | undefined
}

export type UsedFilter = UsedSelection & {
  readonly viewer: Viewer
  /** Days in UTC as `YYYY-MM-DD`, both inclusive. */
  readonly firstDay: string
  readonly lastDay: string
  /** Time before which the stored daily sums are used. */
  readonly rolledUntil: Date
}

const amounts = sql`calls, unpriced_calls, tokens, input_tokens, cached_tokens, output_tokens,
  reasoning_tokens, dollars, saved_by_cache, saved_by_single_pass, saved_by_batch, embedded_answers,
  layout_answers, built_in_answers, pages, files_completed, files_failed, files_stopped`

const sums = sql`sum(calls)::float8 as calls, sum(unpriced_calls)::float8 as "unpricedCalls",
  sum(tokens)::float8 as tokens, sum(input_tokens)::float8 as "inputTokens",
  sum(cached_tokens)::float8 as "cachedTokens", sum(output_tokens)::float8 as "outputTokens",
  sum(reasoning_tokens)::float8 as "reasoningTokens", sum(dollars)::float8 as dollars,
  sum(saved_by_cache)::float8 as "savedByCache",
  sum(saved_by_single_pass)::float8 as "savedBySinglePass",
  sum(saved_by_batch)::float8 as "savedByBatch",
  sum(embedded_answers)::float8 as "embeddedAnswers", sum(layout_answers)::float8 as "layoutAnswers",
  sum(built_in_answers)::float8 as "builtInAnswers", sum(pages)::float8 as pages,
  sum(files_completed)::float8 as "filesCompleted", sum(files_failed)::float8 as "filesFailed",
  sum(files_stopped)::float8 as "filesStopped"`

const summedNames = sql`calls, "unpricedCalls", tokens, "inputTokens", "cachedTokens", "outputTokens",
  "reasoningTokens", dollars, "savedByCache", "savedBySinglePass", "savedByBatch", "embeddedAnswers",
  "layoutAnswers", "builtInAnswers", pages, "filesCompleted", "filesFailed", "filesStopped"`

const usageRows = (organizationId: number, filter: Omit<UsedFilter, 'viewer'>) => {
  const { firstDay, lastDay, rolledUntil } = filter
  const selection = selectionOf(filter)
  return sql`
  select day, model, project, deployment_id, paid_questions, paid_dollars, ${amounts}
  from metric_used_day
  where organization_id = ${organizationId} and day between ${firstDay}::date and ${lastDay}::date
    ${selection}
  union all
  select (at at time zone 'UTC')::date, model, project, deployment_id, paid_questions, paid_dollars, ${amounts}
  from metric_used
  where organization_id = ${organizationId}
    and at >= greatest(${rolledUntil}::timestamptz, ${firstDay}::date at time zone 'UTC')
    and at < (${lastDay}::date + 1) at time zone 'UTC' ${selection}`
}

function selectionOf({ model, projectId, deploymentId }: UsedSelection) {
  const conditions = [
    model === undefined ? sql`` : sql`and model = ${model}`,
    projectId === undefined ? sql`` : sql`and project is not distinct from ${projectId}`,
    deploymentId === undefined
      ? sql``
      : sql`and deployment_id is not distinct from ${deploymentId}::uuid`,
  ]
  return sql.join(conditions, sql` `)
}

const names = (organizationId: number, viewer: Viewer) => sql`
  left join project p on p.organization_id = ${organizationId} and p.id::text = summed.project
  left join api_deployment on api_deployment.organization_id = ${organizationId}
    and api_deployment.id = summed.deployment_id
    and ${whereVisible(viewer, 'deployment/see', 'api_deployment')}
  left join pipeline on pipeline.organization_id = ${organizationId}
    and pipeline.id = summed.deployment_id and ${whereVisible(viewer, 'pipeline/see', 'pipeline')}
  left join workflow on workflow.organization_id = ${organizationId}
    and workflow.id = summed.deployment_id and ${whereVisible(viewer, 'workflow/see', 'workflow')}`

const deploymentName = sql`coalesce(api_deployment.display_name, pipeline.name, workflow.name)`

/** Maximum number of models, projects and deployments; the cheapest are left out. */
const maxRows = 1000

/**
 * Returns the usage: days in order, everything else by cost, highest first, and at most a thousand of
 * each.
 */
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
    ),
    ranked as (
      select *, row_number() over (partition by grouped order by dollars desc, tokens desc, pages desc) as rank
      from summed
    )
    select case grouped when 7 then 'day' when 11 then 'model' when 13 then 'project' else 'deployment' end as by,
      coalesce(to_char(day, 'YYYY-MM-DD'), model, project, deployment_id::text) as key,
      coalesce(to_char(day, 'YYYY-MM-DD'), model, p.name, ${deploymentName}) as name, ${summedNames}
    from ranked as summed ${names(organizationId, filter.viewer)}
    where rank <= ${maxRows}
    order by grouped, day, dollars desc, tokens desc, pages desc, key`.execute(db)
  return rows
}

/**
 * Computes what a question has cost on average in the period, in all projects and with all models;
 * null if no call with a known price answered one.
 */
export async function readAverageQuestionCost(
  { db, organizationId }: Tenant,
  { firstDay, lastDay, rolledUntil }: Omit<UsedFilter, 'viewer'>,
): Promise<number | null> {
  const filter = { firstDay, lastDay, rolledUntil }
  const { rows } = await sql<{ dollars: number | null }>`
    select (sum(paid_dollars) / nullif(sum(paid_questions), 0))::float8 as dollars
    from (${usageRows(organizationId, filter)}) counted`.execute(db)
  return rows[0]?.dollars ?? null
}

export type UsedLine = UsedAmounts & {
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
      p.name as "projectName", ${deploymentName} as "deploymentName", ${summedNames}
    from summed ${names(organizationId, filter.viewer)} order by 1, 2, 3, 4 limit ${limit}`.execute(
    db,
  )
  return rows
}
