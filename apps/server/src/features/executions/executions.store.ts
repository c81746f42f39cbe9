import { type Selectable, sql } from 'kysely'
import type { BatchedWrite } from '../../platform/db/batched-writes.ts'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { type NewFields, toColumns } from '../../platform/db/fields.ts'

export type ExecutionRow = Selectable<Tables['execution']>

export async function insertExecution(
  { db, organizationId }: Tenant,
  execution: NewFields<'execution'>,
): Promise<ExecutionRow> {
  return db
    .insertInto('execution')
    .values({ ...toColumns(execution), organization_id: organizationId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findExecution(
  { db, organizationId }: Tenant,
  id: string,
): Promise<ExecutionRow | undefined> {
  return db
    .selectFrom('execution')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
}

type IdempotentRequest = {
  /** Id of the called deployment. */
  readonly pipelineId: string
  readonly idempotencyKey: string
}

/** Finds the execution that an earlier request with the same idempotency key created. */
export async function findExecutionByIdempotencyKey(
  { db, organizationId }: Tenant,
  { pipelineId, idempotencyKey }: IdempotentRequest,
): Promise<ExecutionRow | undefined> {
  return db
    .selectFrom('execution')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('pipeline_id', '=', pipelineId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
}

const orNull = <T>(value: T | null | undefined): T | null => value ?? null

/** Builds the part of a statement that inserts an execution and returns its row. */
export const buildExecutionInsert = (
  { organizationId }: Pick<Tenant, 'organizationId'>,
  execution: NewFields<'execution'>,
) => sql`
  insert into execution (organization_id, workflow_id, workflow_name, pipeline_id, pipeline_name,
    entity, status, started_at, total_files, uses_file_history, tags, plan_hash, created_by,
    custom_data, idempotency_key, request_hash, review_queue, review_packet)
  values (${organizationId}, ${execution.workflowId}, ${execution.workflowName},
    ${orNull(execution.pipelineId)}, ${orNull(execution.pipelineName)}, ${execution.entity},
    ${execution.status}, ${orNull(execution.startedAt)}, ${execution.totalFiles ?? 0},
    ${execution.usesFileHistory ?? false}, ${execution.tags ?? []}, ${execution.planHash},
    ${orNull(execution.createdBy)}, ${orNull(execution.customData)}::jsonb,
    ${orNull(execution.idempotencyKey)}, ${orNull(execution.requestHash)},
    ${orNull(execution.reviewQueue)}, ${orNull(execution.reviewPacket)})
  returning *`

type ExecutionStart = {
  readonly total: number
  readonly isStarted: boolean
  /** Whether a user advances the execution step by step. */
  readonly isByStep: boolean
}

/**
 * Builds the part of a statement that gives a waiting execution its files, once, and returns its
 * row; it returns no row when the execution was not waiting.
 */
export const buildExecutionStart = (
  { organizationId }: Pick<Tenant, 'organizationId'>,
  id: string,
  { total, isStarted, isByStep }: ExecutionStart,
) => sql`
  update execution set total_files = ${total}, modified_at = now(),
    step_to = case when ${isByStep} then 'SOURCE' end,
    status = case when ${isStarted || isByStep} then 'EXECUTING' else status end,
    started_at = case when ${isStarted || isByStep} then now() else started_at end
  where organization_id = ${organizationId} and id = ${id} and status = 'PENDING' and total_files = 0
  returning *`

type ExecutionKey = { readonly organizationId: number; readonly id: string }

/** Marks executions whose results have been fetched. */
export const acknowledgeExecutions: BatchedWrite<ExecutionKey> = {
  name: 'executions/acknowledge-executions',
  async write(db, executions) {
    const keys = JSON.stringify(executions)
    await sql`
      update execution set is_acknowledged = true, modified_at = now()
      from json_to_recordset(${keys}) as fetched ("organizationId" integer, id uuid)
      where execution.organization_id = fetched."organizationId" and execution.id = fetched.id
        and not is_acknowledged`.execute(db)
  },
}
