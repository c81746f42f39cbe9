import { type Selectable, sql } from 'kysely'
import type { BatchedWrite } from '../../platform/db/batched-writes.ts'
import type { Tables, Tenant } from '../../platform/db/database.ts'
import { columnsOf, type NewFields } from '../../platform/db/fields.ts'

export type ExecutionRow = Selectable<Tables['execution']>

export async function insertExecution(
  { db, organizationId }: Tenant,
  execution: NewFields<'execution'>,
): Promise<ExecutionRow> {
  return db
    .insertInto('execution')
    .values({ ...columnsOf(execution), organization_id: organizationId })
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

type NamedRequest = { readonly pipelineId: string; readonly idempotencyKey: string }

/** What the caller's request of that name has made. */
export async function findNamedExecution(
  { db, organizationId }: Tenant,
  { pipelineId, idempotencyKey }: NamedRequest,
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

/** The part of a statement that makes an execution and returns its row. */
export const executionInsertion = (
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

type Beginning = {
  readonly total: number
  readonly isAtOnce: boolean
  /** Whether somebody lets it go on by steps. */
  readonly isByStep: boolean
}

/**
 * The part of a statement that takes an execution from waiting for files to having them, once, and
 * returns its row; none when it was not waiting.
 */
export const executionBeginning = (
  { organizationId }: Pick<Tenant, 'organizationId'>,
  id: string,
  { total, isAtOnce, isByStep }: Beginning,
) => sql`
  update execution set total_files = ${total}, modified_at = now(),
    step_to = case when ${isByStep} then 'SOURCE' end,
    status = case when ${isAtOnce || isByStep} then 'EXECUTING' else status end,
    started_at = case when ${isAtOnce || isByStep} then now() else started_at end
  where organization_id = ${organizationId} and id = ${id} and status = 'PENDING' and total_files = 0
  returning *`

type Named = { readonly organizationId: number; readonly id: string }

/** Marks executions whose results have been fetched. */
export const acknowledgeExecutions: BatchedWrite<Named> = {
  name: 'executions/acknowledge-executions',
  async write(db, executions) {
    const named = JSON.stringify(executions)
    await sql`
      update execution set is_acknowledged = true, modified_at = now()
      from json_to_recordset(${named}) as fetched ("organizationId" integer, id uuid)
      where execution.organization_id = fetched."organizationId" and execution.id = fetched.id
        and not is_acknowledged`.execute(db)
  },
}
