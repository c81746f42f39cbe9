import type { CustomData } from '@recto/contract/wire'
import { invalid } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Upload } from '../../platform/files/upload.ts'
import { type AwaitedExecution, awaitExecution, runUploads } from '../executions/executions.port.ts'
import type { DeploymentCaller } from './admit-caller.ts'

type Input = {
  readonly admitted: DeploymentCaller
  readonly files: readonly Upload[]
  /** 0 or less does not wait. */
  readonly timeoutSeconds: number
  readonly usesFileHistory: boolean
  readonly tags: readonly string[]
  readonly customData: CustomData | undefined
}

const maxFiles = 32

/** Stores the files, starts the execution, and waits for it as long as the caller wants. */
export async function runDeployment(
  ctx: Context,
  { admitted, files, timeoutSeconds, usesFileHistory, tags, customData }: Input,
): Promise<AwaitedExecution> {
  const { tenant, deployment, version } = admitted
  if (files.length === 0) throw invalid('files', 'Send at least one file.', 'required')
  if (files.length > maxFiles) throw invalid('files', `Send at most ${maxFiles} files.`)

  const configuration = { organizationId: tenant.organizationId, version }
  const { execution, finished } = await runUploads({ ...ctx, configuration }, tenant, {
    workflowId: deployment.workflow_id,
    deployment: { id: deployment.id, name: deployment.display_name },
    userId: deployment.created_by,
    usesFileHistory,
    tags,
    customData,
    uploads: files,
    isAwaited: timeoutSeconds > 0,
  })
  // Existing clients expect the state in which it was taken in, though it may have begun.
  if (timeoutSeconds <= 0) return { execution: { ...execution, status: 'PENDING' } }
  return awaitExecution(ctx, tenant, { accepted: execution, seconds: timeoutSeconds, finished })
}
