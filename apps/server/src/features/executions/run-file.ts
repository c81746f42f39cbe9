import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import { describeForPerson, isExplained } from '../../platform/describe-failure.ts'
import type { Durable } from '../../platform/jobs/jobs.ts'
import type { RetryPolicy } from '../../platform/retry.ts'
import { runTool, type Tool, type ToolRun } from '../tools/tools.port.ts'
import { type ExecutionRow, findExecution, markExecuting } from './executions.store.ts'
import {
  beginFile,
  type FileExecutionRow,
  type FileOutcome,
  findEarlierResult,
} from './file-executions.store.ts'
import { settle } from './settle-file.ts'

type Payload = { organizationId: number; executionId: string; fileExecutionId: string }

/** What the database refuses for a moment is asked again: a file must not hang between two states. */
const databaseRetries: RetryPolicy = { attempts: 10, isRetryable: () => true }

/**
 * Runs one file of one execution. Safe to run twice: what is settled is left alone, what was read or
 * answered before comes out of the store, and a failure is this file's alone.
 */
export async function runFile(ctx: Context, payload: Payload, durable: Durable): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId: payload.organizationId }
  const begun = await durable.everyTime('begin', () => begin(tenant, payload), databaseRetries)
  if (!begun) return

  const outcome = await extract(ctx, tenant, { ...begun, durable }).catch((error) =>
    failed(ctx, error),
  )
  await durable.everyTime(
    'settle',
    () => settle(ctx, tenant, { ...begun, outcome }),
    databaseRetries,
  )
}

type Begun = { readonly execution: ExecutionRow; readonly file: FileExecutionRow }

/** Nothing when the file was settled or stopped before, or is gone. */
async function begin(tenant: Tenant, payload: Payload): Promise<Begun | undefined> {
  const file = await beginFile(tenant, payload.fileExecutionId)
  if (!file) return undefined
  await markExecuting(tenant, payload.executionId)
  const execution = await findExecution(tenant, payload.executionId)
  return execution && { execution, file }
}

type Work = Begun & { readonly durable: Durable }

async function extract(
  ctx: Context,
  tenant: Tenant,
  { execution, file, durable }: Work,
): Promise<FileOutcome> {
  const earlier =
    execution.uses_file_history &&
    (await findEarlierResult(tenant, { fileHash: file.file_hash, planHash: execution.plan_hash }))
  if (earlier) return { status: 'COMPLETED', result: earlier }

  const { plan } = execution
  const result = await runTool(ctx, tenant, {
    tool: plan.tool as Tool,
    settings: plan.settings,
    document: { hash: file.file_hash, name: file.file_name },
    runId: file.id,
    callKeyPrefix: file.id,
    step: retryingSteps(durable),
    workflowId: execution.workflow_id,
    executionId: execution.id,
  })
  return { status: 'COMPLETED', result }
}

/** A call that may succeed later is made again, when its provider says or after a growing wait. */
function retryingSteps(durable: Durable): ToolRun['step'] {
  return (name, run) => durable.step(name, run, { attempts: 5, isRetryable })
}

function isRetryable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('isRetryable' in error) return error.isRetryable === true
  return isRetryable(error.cause)
}

/** Whatever goes wrong is the file's own error; what nobody foresaw is also logged. */
function failed({ log }: Pick<Context, 'log'>, error: unknown): FileOutcome {
  if (!isExplained(error)) log.error({ err: error }, 'a file could not be processed')
  return { status: 'ERROR', error: describeForPerson(error) }
}
