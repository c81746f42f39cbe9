import { pipelineFields } from '@recto/contract/pipelines/pipeline-fields'
import type { FieldEdits, NewValues } from '@recto/contract/wire/fields'
import { omitUndefined } from '@recto/omit-undefined'
import { AppError, invalid } from '../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../platform/context.ts'
import { inTransaction, type Tenant } from '../../platform/db/database.ts'
import { auditFields } from '../../platform/db/field-columns.ts'
import { rememberClosed } from '../../platform/db/sharing.ts'
import { assertTimetable, nextDue } from '../../platform/work/timetable.ts'
import { createKey } from '../deployments/deployments.port.ts'
import { checkTable, type TableCheckDependencies } from '../executions/executions.port.ts'
import { recordChange } from '../organizations/organizations.port.ts'
import {
  assertMayDeploy,
  findRunnableWorkflow,
  publishOnFirstDeployment,
  type RunnableWorkflow,
  withdrawIfNotDeployed,
} from '../workflows/workflows.port.ts'
import { getPipeline } from './get-pipeline.ts'
import {
  changePipeline,
  findPipelines,
  findTicks,
  insertPipeline,
  type PipelineRow,
  removePipeline,
  type TickRow,
} from './pipelines.store.ts'

/** Begins the message about a schedule that is due too often. */
export const pipelineCanRun = 'A pipeline can run'

type ManagePipelinesDependencies = Pick<Context, 'vault'> & TableCheckDependencies
type ManagePipelinesScope = { readonly actor: Actor; readonly id: string }
type Type = PipelineRow['pipeline_type']

type ManagePipelinesOptions = {
  readonly actor: Actor
  readonly type?: Type | undefined
  readonly workflowId?: string | undefined
  /** Part of the name. */
  readonly search?: string | undefined
}

export async function listPipelines(
  ctx: Pick<Context, 'db'>,
  { actor, search = '', ...filter }: ManagePipelinesOptions,
): Promise<PipelineRow[]> {
  const rows = await findPipelines(tenantOf(ctx, actor), actor, filter)
  const searchText = search.trim().toLowerCase()
  return rows.filter(({ name }) => name.toLowerCase().includes(searchText))
}

type NewPipeline = NewValues<typeof pipelineFields> & { readonly actor: Actor }

type SavedPipeline = {
  readonly pipeline: PipelineRow
  /** Says what of the destination could not be checked. */
  readonly caveat: string | null
}

/**
 * Creates a pipeline together with its first key. Its workflow must be able to run and fit the
 * pipeline's type.
 */
export async function createPipeline(
  ctx: ManagePipelinesDependencies,
  { actor, ...fields }: NewPipeline,
): Promise<SavedPipeline> {
  const tenant = tenantOf(ctx, actor)
  if (fields.cron) assertTimetable({ cron: fields.cron, timeZone: fields.timeZone }, pipelineCanRun)
  const { caveat, isOpen } = await assertFits(ctx, actor, fields.workflowId, fields.pipelineType)
  return inTransaction(tenant, async (transaction) => {
    const pipeline = await insertPipeline(transaction, {
      ...fields,
      // What is made of a closed workflow is closed, too, until its owner opens it.
      sharedToOrg: isOpen,
      nextRunAt: nextOf({ ...fields, isActive: true }),
      createdBy: actor.userId,
      modifiedBy: actor.userId,
    })
    if (!pipeline) throw pipelineNameTaken()
    const { workflowId } = fields
    await publishOnFirstDeployment(transaction, { workflowId, userId: actor.userId })
    await createKey(ctx, transaction, {
      owner: { kind: 'pipeline', id: pipeline.id },
      description: `Initial API key for ${pipeline.name}`,
      isActive: true,
      createdBy: actor.userId,
    })
    await record(transaction, actor, { done: 'created', pipeline })
    return { pipeline, caveat }
  })
}

type Changes = FieldEdits<typeof pipelineFields>

/** Updates a pipeline. A new timetable, or one that is switched on again, counts from now. */
export async function updatePipeline(
  ctx: TableCheckDependencies,
  { actor, id, ...changes }: ManagePipelinesScope & Changes,
): Promise<SavedPipeline> {
  const oldPipeline = await getPipeline(ctx, { actor, id }, 'change')
  const tenant = tenantOf(ctx, actor)
  const { workflowId } = changes
  const isMoved = workflowId !== undefined && workflowId !== oldPipeline.workflow_id
  const fit = isMoved
    ? await assertFits(ctx, actor, workflowId, oldPipeline.pipeline_type)
    : undefined
  const cron = changes.cron === undefined ? oldPipeline.cron : changes.cron
  const timeZone = changes.timeZone ?? oldPipeline.time_zone
  const isActive = changes.isActive ?? oldPipeline.is_active
  const isNew =
    cron !== oldPipeline.cron ||
    timeZone !== oldPipeline.time_zone ||
    isActive !== oldPipeline.is_active
  if (cron && isNew) assertTimetable({ cron, timeZone }, pipelineCanRun)
  return inTransaction(tenant, async (transaction) => {
    const updatedPipeline = await changePipeline(transaction, id, {
      ...changes,
      ...omitUndefined({ nextRunAt: isNew ? nextOf({ cron, timeZone, isActive }) : undefined }),
      ...omitUndefined({ sharedToOrg: fit?.isOpen === false ? false : undefined }),
      modifiedBy: actor.userId,
    })
    if (!updatedPipeline) throw pipelineNameTaken()
    if (isMoved) {
      await publishOnFirstDeployment(transaction, { workflowId, userId: actor.userId })
      await withdrawIfNotDeployed(transaction, oldPipeline.workflow_id)
    }
    await record(transaction, actor, {
      done: 'changed',
      pipeline: updatedPipeline,
      before: oldPipeline,
    })
    return { pipeline: updatedPipeline, caveat: fit?.caveat ?? null }
  })
}

export async function deletePipeline(
  ctx: Pick<Context, 'db'>,
  scope: ManagePipelinesScope,
): Promise<void> {
  const pipeline = await getPipeline(ctx, scope, 'delete')
  await inTransaction(tenantOf(ctx, scope.actor), async (tenant) => {
    await record(tenant, scope.actor, { done: 'deleted', pipeline, before: pipeline })
    await rememberClosed(tenant, { table: 'pipeline', id: scope.id })
    await removePipeline(tenant, scope.id)
    await withdrawIfNotDeployed(tenant, pipeline.workflow_id)
  })
}

export async function listTicks(
  ctx: Pick<Context, 'db'>,
  scope: ManagePipelinesScope,
): Promise<TickRow[]> {
  await getPipeline(ctx, scope)
  return findTicks(tenantOf(ctx, scope.actor), scope.id)
}

type NextOfOptions = {
  readonly cron: string | null
  readonly timeZone: string
  readonly isActive: boolean
}

const nextOf = ({ cron, timeZone, isActive }: NextOfOptions): Date | null =>
  cron && isActive ? (nextDue({ cron, timeZone }, new Date()) ?? null) : null

const pipelineNameTaken = () =>
  invalid('name', 'A pipeline with this name already exists.', 'unique')

/**
 * States what a pipeline of each type needs. The editor offers ETL only for databases, but existing clients
 * also create it for other destinations, and it runs them in the same way.
 */
const expectations: Readonly<Record<Type, string>> = {
  ETL: 'An ETL pipeline needs a workflow that reads from a file system.',
  TASK: 'A task pipeline needs a workflow that reads from a file system and writes to a file system.',
}

/**
 * Checks the workflow. Throws 403 when the actor may not deploy it; every other reason is reported at the
 * field, where the form shows it. Returns what could not be checked, or null, and whether the workflow is open to
 * the organization.
 */
async function assertFits(
  ctx: TableCheckDependencies,
  actor: Actor,
  workflowId: string,
  type: Type,
): Promise<{ readonly caveat: string | null; readonly isOpen: boolean }> {
  const { shared_to_org: isOpen } = await assertMayDeploy(ctx, { actor, workflowId })
  const tenant = tenantOf(ctx, actor)
  const runnable = await findRunnableWorkflow(ctx, tenant, workflowId).catch(atWorkflow)
  if (!runnable) throw invalid('workflowId', 'This workflow does not exist.', 'does_not_exist')
  if (!isOfType(runnable, type)) throw invalid('workflowId', expectations[type])
  const { problem, caveat } = await checkTable(ctx, tenant, runnable)
  if (problem) throw invalid('workflowId', problem)
  return { caveat, isOpen }
}

function atWorkflow(error: unknown): never {
  throw error instanceof AppError ? invalid('workflowId', error.message) : error
}

function isOfType({ source, destination }: RunnableWorkflow, type: Type): boolean {
  if (source.connection !== 'FILESYSTEM') return false
  return type === 'ETL' || destination.connection === 'FILESYSTEM'
}

const auditValuesOf = (row: PipelineRow) => auditFields(pipelineFields, row)

type RecordAuditEntry = {
  readonly done: 'created' | 'changed' | 'deleted'
  readonly pipeline: PipelineRow
  readonly before?: PipelineRow
}

const record = (
  tenant: Tenant,
  actor: Actor,
  { done, pipeline, before: oldPipeline }: RecordAuditEntry,
) =>
  recordChange(
    tenant,
    actor,
    omitUndefined({
      action: `pipeline.${done}`,
      subject: { type: 'pipeline', id: pipeline.id, name: pipeline.name },
      before: oldPipeline && auditValuesOf(oldPipeline),
      after: done === 'deleted' ? undefined : auditValuesOf(pipeline),
    }),
  )
