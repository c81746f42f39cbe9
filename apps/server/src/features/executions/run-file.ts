import { ProviderError } from '@recto/provider-spec/provider-error'
import { AppError } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Tenant } from '../../platform/db/database.ts'
import type { Durable } from '../../platform/jobs/jobs.ts'
import { explainProviderError } from '../adapters/adapters.port.ts'
import { runTool, type StepRunner, type Tool } from '../prompt-studio/prompt-studio.port.ts'
import { type ExecutionRow, findExecution, markExecuting } from './executions.store.ts'
import {
  beginFile,
  type FileExecutionRow,
  findEarlierResult,
  findFileExecution,
  type Settled,
} from './file-executions.store.ts'
import { settle } from './settle-file.ts'

type Payload = { organizationId: number; executionId: string; fileExecutionId: string }

/**
 * Runs one file of one execution. Safe to run twice: what is settled is left alone, what was read or
 * answered before comes out of the store, and a failure is this file's alone.
 */
export async function runFile(ctx: Context, payload: Payload, durable: Durable): Promise<void> {
  const tenant: Tenant = { db: ctx.db, organizationId: payload.organizationId }
  const execution = await findExecution(tenant, payload.executionId)
  const file = await findFileExecution(tenant, payload.fileExecutionId)
  if (!execution || !file) return
  if (!(await beginFile(tenant, file.id))) return
  await markExecuting(tenant, execution.id)

  const settled = await extract(ctx, tenant, { execution, file, durable }).catch(describeFailure)
  await settle(ctx, tenant, { execution, file, settled })
}

type Work = { execution: ExecutionRow; file: FileExecutionRow; durable: Durable }

async function extract(
  ctx: Context,
  tenant: Tenant,
  { execution, file, durable }: Work,
): Promise<Settled> {
  const earlier =
    execution.uses_file_history &&
    (await findEarlierResult(tenant, { fileHash: file.file_hash, planHash: execution.plan_hash }))
  if (earlier) return { status: 'COMPLETED', result: earlier }

  const { plan } = execution
  const result = await runTool(ctx, tenant, {
    tool: plan.tool as Tool,
    settings: plan.settings,
    document: { hash: file.file_hash, name: file.file_name, path: file.path },
    runId: file.id,
    callKeyPrefix: file.id,
    step: retryingSteps(durable),
    workflowId: execution.workflow_id,
    executionId: execution.id,
  })
  return { status: 'COMPLETED', result }
}

/** A call that may succeed later is made again, when its provider says or after a growing wait. */
function retryingSteps(durable: Durable): StepRunner {
  return (name, run) =>
    durable.step(name, run, {
      attempts: 5,
      isRetryable: (error) => providerError(error)?.isRetryable ?? false,
      waitSeconds: (error, attempt) =>
        providerError(error)?.retryAfterSeconds ?? Math.min(60, 2 ** (attempt - 1)),
    })
}

function providerError(error: unknown): ProviderError | undefined {
  if (error instanceof ProviderError) return error
  return error instanceof Error && error.cause ? providerError(error.cause) : undefined
}

/** What a person can understand becomes the file's error; anything else is a bug, and the job fails. */
function describeFailure(error: unknown): Settled {
  const shown = explainProviderError(error, 'The model')
  if (shown instanceof AppError) return { status: 'ERROR', error: shown.message }
  throw error
}
