import { invalid } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/db/in-transaction.ts'
import type { Upload } from '../../platform/files/upload.ts'
import {
  awaitExecution,
  createExecution,
  type ExecutionRow,
  planExecution,
  type StartedExecution,
  startExecution,
} from '../executions/executions.port.ts'
import type { DeploymentCaller } from './admit-caller.ts'

type Input = {
  readonly admitted: DeploymentCaller
  readonly files: readonly Upload[]
  /** 0 or less does not wait. */
  readonly timeoutSeconds: number
  readonly usesFileHistory: boolean
  readonly tags: readonly string[]
}

const maxFiles = 32

/** Stores the files, starts the execution, and waits for it as long as the caller wants. */
export async function runDeployment(
  ctx: Context,
  { admitted, files, timeoutSeconds, usesFileHistory, tags }: Input,
): Promise<ExecutionRow> {
  const { tenant, version } = admitted
  if (files.length === 0) throw invalid('files', 'Send at least one file.', 'required')
  if (files.length > maxFiles) throw invalid('files', `Send at most ${maxFiles} files.`)

  const configuration = { organizationId: tenant.organizationId, version }
  const configured = { ...ctx, configuration }
  const { execution, started } = await create(configured, {
    admitted,
    files,
    usesFileHistory,
    tags,
  })
  const finished = started.begin()
  if (timeoutSeconds <= 0) return execution
  const waiting = { executionId: execution.id, seconds: timeoutSeconds, finished }
  return awaitExecution(ctx, tenant, waiting)
}

type Creation = Pick<Input, 'admitted' | 'files' | 'usesFileHistory' | 'tags'>

/** A caller who gets no execution leaves none that waits for ever for its files. */
async function create(ctx: Context, { admitted, files, usesFileHistory, tags }: Creation) {
  const { tenant, deployment } = admitted
  const planned = await planExecution(ctx, tenant, deployment.workflow_id)
  let started: StartedExecution | undefined
  try {
    return await inTransaction(tenant, async (within) => {
      const execution = await createExecution(within, {
        planned,
        entity: 'API',
        deployment: { id: deployment.id, name: deployment.display_name },
        usesFileHistory,
        tags,
      })
      started = await startExecution(ctx, within, { executionId: execution.id, uploads: files })
      return { execution, started }
    })
  } catch (error) {
    started?.cancel()
    throw error
  }
}
