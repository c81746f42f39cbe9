import { createHash } from 'node:crypto'
import type { ExtractDocument } from '@recto/contract/deployments/mcp'
import type { Context } from '../../../platform/context.ts'
import type { Upload } from '../../../platform/files/upload.ts'
import {
  awaitExecution,
  type ExecutionRow,
  isFinished,
  stopRunningExecution,
} from '../../executions/executions.port.ts'
import type { DeploymentCaller } from '../admit-caller.ts'
import { countDeploymentCall } from '../limits/limit-calls.ts'
import { runDeployment } from '../run-deployment.ts'

type Progress = { readonly done: number; readonly total: number }

type ExtractDocumentsRequest = {
  readonly caller: DeploymentCaller
  readonly args: ExtractDocument
  /** Aborts when the caller has disconnected: waiting ends, and the execution continues. */
  readonly disconnectSignal: AbortSignal
  /** Aborts when the caller has cancelled the call: the execution is stopped. */
  readonly cancelSignal: AbortSignal
  readonly reportProgress: (progress: Progress) => Promise<void>
}

const progressIntervalSeconds = 1

/**
 * Starts an execution and waits for it, reporting progress, until it is finished, the caller leaves
 * or cancels, or the caller's timeout has passed.
 */
export async function extractDocuments(
  ctx: Context,
  input: ExtractDocumentsRequest,
): Promise<ExecutionRow> {
  const { caller, args, disconnectSignal, cancelSignal } = input
  const allowance = await countDeploymentCall(ctx, caller.tenant)
  if (allowance?.refusal) throw allowance.refusal
  const { execution: acceptedExecution } = await runDeployment(ctx, {
    caller,
    files: args.documents.map(uploadOf),
    presignedUrls: args.document_urls,
    // `follow` does the waiting, because it reports progress.
    timeoutSeconds: 0,
    usesFileHistory: false,
    tags: args.tags,
    customData: undefined,
    llmProfileId: args.llm_profile_id,
    idempotencyKey: undefined,
  })
  const stopSignal = AbortSignal.any([disconnectSignal, cancelSignal, ctx.shutdownSignal])
  const lastExecution = await follow(ctx, { ...input, acceptedExecution, stopSignal })
  if (!cancelSignal.aborted || isFinished(lastExecution)) return lastExecution
  return (await stopRunningExecution(ctx, caller.tenant, acceptedExecution.id)) ?? lastExecution
}

type ExtractDocumentsOptions = ExtractDocumentsRequest & {
  readonly acceptedExecution: ExecutionRow
  readonly stopSignal: AbortSignal
}

async function follow(
  { events }: Pick<Context, 'events'>,
  { caller, args, acceptedExecution, stopSignal, reportProgress }: ExtractDocumentsOptions,
): Promise<ExecutionRow> {
  const deadline = Date.now() + args.timeout * 1000
  const secondsLeft = () => (deadline - Date.now()) / 1000
  let execution = acceptedExecution
  while (!isFinished(execution) && secondsLeft() > 0 && !stopSignal.aborted) {
    await reportProgress(progressOf(execution))
    const seconds = Math.min(secondsLeft(), progressIntervalSeconds)
    const waitOptions = { acceptedExecution: execution, seconds, isWithoutFiles: true }
    execution = (
      await awaitExecution({ events, shutdownSignal: stopSignal }, caller.tenant, waitOptions)
    ).execution
  }
  if (isFinished(execution)) await reportProgress(progressOf(execution))
  return execution
}

const progressOf = ({ successful_files, failed_files, total_files }: ExecutionRow): Progress => ({
  done: successful_files + failed_files,
  total: total_files,
})

function uploadOf({ name, content }: ExtractDocument['documents'][number]): Upload {
  const bytes = Buffer.from(content, 'base64')
  return {
    field: 'files',
    name,
    mimeType: 'application/octet-stream',
    size: bytes.length,
    hash: createHash('sha256').update(bytes).digest('hex'),
    content: { bytes },
  }
}
