import { maxRunFiles } from '@recto/contract/deployment-runs'
import type { CustomData } from '@recto/contract/wire'
import { invalid } from '../../platform/app-error.ts'
import type { Context } from '../../platform/context.ts'
import type { Upload } from '../../platform/files/upload.ts'
import { type AwaitedExecution, awaitExecution, runUploads } from '../executions/executions.port.ts'
import type { DeploymentCaller } from './admit-caller.ts'
import { discardFetched, fetchPresigned } from './fetch-presigned.ts'
import { inRunPlace } from './limits/limit-runs.ts'
import { findRepeated, nameRequest, orRepeated } from './repeated-request.ts'

type Input = {
  readonly admitted: DeploymentCaller
  readonly files: readonly Upload[]
  /** 0 or less does not wait. */
  readonly timeoutSeconds: number
  readonly usesFileHistory: boolean
  readonly tags: readonly string[]
  readonly customData: CustomData | undefined
  readonly llmProfileId: string | undefined
  /** In which queue people look at the files first. */
  readonly review?: { readonly queue: string; readonly packet: string | undefined } | undefined
  /** Where more files are fetched from. */
  readonly presignedUrls: readonly string[]
  /** By what the caller names the request: the same one sent again starts nothing. */
  readonly idempotencyKey: string | undefined
}

/** Stores the files, starts the execution, and waits for it as long as the caller wants. */
export async function runDeployment(ctx: Context, input: Input): Promise<AwaitedExecution> {
  const { admitted, files, timeoutSeconds: seconds, presignedUrls } = input
  const count = files.length + presignedUrls.length
  if (count === 0) throw invalid('files', 'Send at least one file.', 'required')
  if (count > maxRunFiles) throw invalid('files', `Send at most ${maxRunFiles} files.`)

  const named = nameRequest(input)
  const repeated = await findRepeated(admitted, named)
  const { execution, finished } = repeated
    ? { execution: repeated, finished: undefined }
    : await orRepeated(admitted, named, () =>
        inRunPlace(ctx, admitted.tenant, () => start(ctx, input, named)),
      )
  // Existing clients expect the state in which it was taken in, though it may have begun.
  if (seconds <= 0) return { execution: { ...execution, status: 'PENDING' } }
  return awaitExecution(ctx, admitted.tenant, { accepted: execution, seconds, finished })
}

async function start(ctx: Context, input: Input, named: ReturnType<typeof nameRequest>) {
  const { tenant, deployment, version } = input.admitted
  const fetched = await fetchPresigned(ctx, input.presignedUrls)
  const configuration = { organizationId: tenant.organizationId, version }
  return runUploads({ ...ctx, configuration }, tenant, {
    workflowId: deployment.workflow_id,
    deployment: { id: deployment.id, name: deployment.display_name },
    userId: deployment.created_by,
    usesFileHistory: input.usesFileHistory,
    tags: input.tags,
    customData: input.customData,
    profile: profileOf(input),
    review: input.review,
    named,
    uploads: [...input.files, ...fetched],
    isAwaited: input.timeoutSeconds > 0,
  }).finally(() => discardFetched(ctx, fetched))
}

/** A key of the organization may use any profile in it, one of the deployment those of who made the key. */
function profileOf({ llmProfileId, admitted: { isKeyGlobal, ownerId } }: Input) {
  if (llmProfileId === undefined) return undefined
  return { id: llmProfileId, ownerId: isKeyGlobal ? ('anybody' as const) : ownerId }
}
