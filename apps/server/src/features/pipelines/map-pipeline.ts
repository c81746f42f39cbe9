import { pipelineFields } from '@recto/contract/pipelines/pipeline-fields'
import type * as api from '@recto/contract/pipelines/pipelines'
import { fromWire, newFromWire, wireNamesOf } from '@recto/contract/wire/fields'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { presentFields } from '../../platform/db/field-columns.ts'
import { rethrowWithWireFields } from '../../platform/rethrow-with-wire-fields.ts'
import { presentTime } from '../../platform/wire-format.ts'
import { findLastRuns, type RunSummary } from '../executions/executions.port.ts'
import { findOwnership, userNames } from '../organizations/organizations.port.ts'
import {
  type EndpointLabel,
  findWorkflowNamesById,
  loadEndpointLabels,
} from '../workflows/workflows.port.ts'
import type { PipelineRow, TickRow } from './pipelines.store.ts'

export const toPipelineRefusal = rethrowWithWireFields(wireNamesOf(pipelineFields))

export const pipelineFilter = (query: api.PipelineQuery) => ({
  type: query.type,
  workflowId: query.workflow,
  search: query.search ?? query.pipeline_name,
})

export const newPipeline = (body: api.NewPipeline) => newFromWire(pipelineFields, body)

export const pipelineChanges = (body: api.PipelineChanges) => fromWire(pipelineFields, body)

/** Path of the pipeline without a leading slash. */
export const pipelineEndpointOf = (slug: string, { id }: Pick<PipelineRow, 'id'>) =>
  `deployment/pipeline/api/${slug}/${id}/`

export async function presentPipelines(
  ctx: Pick<Context, 'db' | 'connectorProviders'>,
  actor: Actor,
  pipelines: readonly PipelineRow[],
): Promise<api.Pipeline[]> {
  const tenant = tenantOf(ctx, actor)
  const workflowIds = pipelines.map((one) => one.workflow_id)
  const [names, ends, people, runs, ownership] = await Promise.all([
    findWorkflowNamesById(tenant, workflowIds),
    loadEndpointLabels(ctx, tenant, workflowIds),
    userNames(
      tenant,
      pipelines.map((one) => one.created_by),
    ),
    findLastRuns(
      tenant,
      pipelines.map(({ id }) => id),
    ),
    findOwnership(tenant, actor, 'pipeline', pipelines),
  ])
  return pipelines.map((pipeline) => ({
    id: pipeline.id,
    ...presentFields(pipelineFields, pipeline),
    workflow_id: pipeline.workflow_id,
    workflow_name: names.get(pipeline.workflow_id) ?? '',
    scheduled: pipeline.cron !== null,
    next_run_time: pipeline.next_run_at && presentTime(pipeline.next_run_at),
    run_count: pipeline.run_count,
    ...presentRuns(runs.get(pipeline.id) ?? []),
    app_id: null,
    app_icon: null,
    app_url: null,
    access_control_bundle_id: null,
    api_endpoint: pipelineEndpointOf(actor.organization.slug, pipeline),
    ...presentEnds(ends.get(pipeline.workflow_id)),
    organization: pipeline.organization_id,
    created_by: pipeline.created_by,
    modified_by: pipeline.modified_by,
    created_by_email: people.get(pipeline.created_by ?? 0)?.email ?? null,
    created_at: presentTime(pipeline.created_at),
    modified_at: presentTime(pipeline.modified_at),
    ...ownership(pipeline),
  }))
}

export async function presentPipeline(
  ctx: Pick<Context, 'db' | 'connectorProviders'>,
  actor: Actor,
  pipeline: PipelineRow,
): Promise<api.Pipeline> {
  const [presentedPipeline] = await presentPipelines(ctx, actor, [pipeline])
  return presentedPipeline as api.Pipeline
}

const outcomes = {
  PENDING: 'RESTARTING',
  EXECUTING: 'INPROGRESS',
  COMPLETED: 'SUCCESS',
  STOPPED: 'FAILURE',
  ERROR: 'FAILURE',
} as const satisfies Record<RunSummary['status'], api.PipelineStatus>

/** A run in which files failed is no plain success. */
const describeOutcome = ({ status, failedFiles }: RunSummary): api.PipelineStatus =>
  status === 'COMPLETED' && failedFiles > 0 ? 'PARTIAL_SUCCESS' : outcomes[status]

/** Presents runs, which are given newest first. */
function presentRuns(runs: readonly RunSummary[]) {
  const [last] = runs
  return {
    last_run_time: last ? presentTime(last.startedAt ?? last.createdAt) : null,
    last_run_status: last ? describeOutcome(last) : ('YET_TO_START' as const),
    last_5_run_statuses: runs.map((run) => ({
      execution_id: run.id,
      status: describeOutcome(run),
      timestamp: presentTime(run.createdAt),
      successful_files: run.successfulFiles,
      failed_files: run.failedFiles,
      in_review_files: run.filesInReview,
      is_waiting_for_review: run.isWaitingForReview,
    })),
  }
}

const unset: EndpointLabel = { name: 'Not configured', icon: '' }

function presentEnds(ends: { source?: EndpointLabel; destination?: EndpointLabel } | undefined) {
  const { source = unset, destination = unset } = ends ?? {}
  return {
    source_name: source.name,
    source_icon: source.icon,
    destination_name: destination.name,
    destination_icon: destination.icon,
  }
}

export const presentTick = (tick: TickRow): api.PipelineTick => ({
  due_at: presentTime(tick.due_at),
  outcome: tick.outcome,
  missed: tick.missed,
  detail: tick.detail,
  execution_id: tick.execution_id,
})
