import { maxRunFiles } from '@recto/contract/deployments/deployment-runs'
import type { CustomData } from '@recto/contract/wire/wire'
import { invalid } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Upload } from '../../platform/files/upload.ts'
import {
  type AwaitedExecution,
  awaitExecution,
  type Idempotency,
  runUploads,
} from '../executions/executions.port.ts'
import type { DeploymentCaller } from './admit-caller.ts'
import { discardFetched, fetchPresigned } from './fetch-presigned.ts'
import { withRunSlot } from './limits/limit-runs.ts'
import { findRepeated, identifyRequest, startOrFindRepeated } from './repeated-request.ts'

type RunDeploymentRequest = {
  readonly caller: DeploymentCaller
  readonly files: readonly Upload[]
  /** Seconds to wait for the result; 0 or less does not wait. */
  readonly timeoutSeconds: number
  readonly usesFileHistory: boolean
  readonly tags: readonly string[]
  readonly customData: CustomData | undefined
  readonly llmProfileId: string | undefined
  /** Queue in which people review the files before the result is returned. */
  readonly review?: { readonly queue: string; readonly packet: string | undefined } | undefined
  /** URLs from which further files are fetched. */
  readonly presignedUrls: readonly string[]
  /** Key by which the caller identifies the request: repeating it starts no second execution. */
  readonly idempotencyKey: string | undefined
}

/** Stores the files, starts the execution, and waits for it up to the given timeout. */
export async function runDeployment(
  ctx: Context,
  input: RunDeploymentRequest,
): Promise<AwaitedExecution> {
  const { caller, files, timeoutSeconds: seconds, presignedUrls } = input
  const count = files.length + presignedUrls.length
  if (count === 0) throw invalid('files', 'Send at least one file.', 'required')
  if (count > maxRunFiles) throw invalid('files', `Send at most ${maxRunFiles} files.`)

  const idempotency = identifyRequest(input)
  const repeatedExecution = await findRepeated(caller, idempotency)
  const { execution, outcomePromise } = repeatedExecution
    ? { execution: repeatedExecution, outcomePromise: undefined }
    : await startOrFindRepeated(caller, idempotency, () =>
        withRunSlot(ctx, caller.tenant, () => start(ctx, input, idempotency)),
      )
  // Existing clients expect the status with which the execution was accepted, even if it has
  // already started.
  if (seconds <= 0) return { execution: { ...execution, status: 'PENDING' } }
  return awaitExecution(ctx, caller.tenant, {
    acceptedExecution: execution,
    seconds,
    outcomePromise,
  })
}

async function start(
  ctx: Context,
  input: RunDeploymentRequest,
  idempotency: Idempotency | undefined,
) {
  const { tenant, deployment } = input.caller
  const fetchedFiles = await fetchPresigned(ctx, input.presignedUrls)
  // With this version, the plan and the opened adapters may come from the cache of the process.
  const configurationVersion = {
    organizationId: tenant.organizationId,
    version: input.caller.configurationVersion,
  }
  return runUploads({ ...ctx, configurationVersion }, tenant, {
    workflowId: deployment.workflow_id,
    deployment: { id: deployment.id, name: deployment.display_name },
    userId: deployment.created_by,
    usesFileHistory: input.usesFileHistory,
    tags: input.tags,
    customData: input.customData,
    profile: profileOf(input),
    review: input.review,
    idempotency,
    uploads: [...input.files, ...fetchedFiles],
    isAwaited: input.timeoutSeconds > 0,
  }).finally(() => discardFetched(ctx, fetchedFiles))
}

/**
 * A global key may use any LLM profile of the organization, a key of the deployment only the
 * profiles of its creator.
 */
function profileOf({ llmProfileId, caller: { isKeyGlobal, ownerId } }: RunDeploymentRequest) {
  if (llmProfileId === undefined) return undefined
  return { id: llmProfileId, ownerId: isKeyGlobal ? ('anybody' as const) : ownerId }
}
