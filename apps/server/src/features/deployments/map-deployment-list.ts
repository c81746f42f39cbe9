import type { DeploymentQuery } from '@recto/contract/deployments/deployment-rows'
import type * as api from '@recto/contract/deployments/deployments'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { parseListQuery } from '../../platform/list-query.ts'
import { presentTime } from '../../platform/wire-format.ts'
import { countRuns, findLastRuns, type RunSummary } from '../executions/executions.port.ts'
import { findOwnership, userEmails } from '../organizations/organizations.port.ts'
import type { DeploymentListQuery, DeploymentRow } from './deployments.store.ts'
import { presentDeployments } from './map-deployment.ts'

const columns: ReadonlyMap<string, DeploymentListQuery['order']['by']> = new Map([
  ['display_name', 'display_name'],
  ['api_name', 'api_name'],
  ['created_at', 'created_at'],
  ['modified_at', 'modified_at'],
])

export const toDeploymentListQuery = (query: DeploymentQuery): DeploymentListQuery => ({
  ...parseListQuery(query, { columns, defaultOrder: { by: 'created_at', direction: 'desc' } }),
  name: query.api_name,
  workflowId: query.workflow,
})

type MapDeploymentListOptions = {
  /** Whether the items include the number of runs and the outcomes of the last runs. */
  readonly hasRuns: boolean
}

/** Presents deployments as list items, with their ownership. */
export async function presentList(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  rows: readonly DeploymentRow[],
  { hasRuns }: MapDeploymentListOptions,
): Promise<api.DeploymentListItem[]> {
  const tenant = tenantOf(ctx, actor)
  const ids = rows.map(({ id }) => id)
  const [items, ownership, emails, counts, runs] = await Promise.all([
    presentDeployments(ctx, actor, rows),
    findOwnership(tenant, actor, 'api_deployment', rows),
    userEmails(
      tenant,
      rows.map(({ created_by }) => created_by),
    ),
    hasRuns ? countRuns(tenant, ids) : undefined,
    hasRuns ? findLastRuns(tenant, ids) : undefined,
  ])
  return items.map((item) => ({
    ...item,
    ...ownership(item),
    created_by_email: emails.get(item.created_by ?? 0) ?? null,
    ...(runs && presentRuns(counts?.get(item.id), runs.get(item.id))),
  }))
}

const presentRuns = (count = 0, runs: readonly RunSummary[] = []) => ({
  run_count: count,
  last_run_time: runs[0] ? presentTime(runs[0].createdAt) : null,
  last_5_run_statuses: runs.map((run) => ({
    execution_id: run.id,
    status: run.status,
    timestamp: presentTime(run.createdAt),
    successful_files: run.successfulFiles,
    failed_files: run.failedFiles,
    in_review_files: run.filesInReview,
    is_waiting_for_review: run.isWaitingForReview,
  })),
})
