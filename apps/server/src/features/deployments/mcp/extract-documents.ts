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
import { countCall } from '../limits/limit-calls.ts'
import { runDeployment } from '../run-deployment.ts'

type Progress = { readonly done: number; readonly total: number }

type ExtractDocumentsRequest = {
  readonly admitted: DeploymentCaller
  readonly given: ExtractDocument
  /** Aborts when the caller has disconnected: waiting ends, and the execution continues. */
  readonly gone: AbortSignal
  /** Aborts when the caller has cancelled the call: the execution is stopped. */
  readonly cancelled: AbortSignal
  readonly tell: (progress: Progress) => Promise<void>
}

const secondsBetweenNews = 1

/**
 * Starts an execution and waits for it, reporting progress, until it is finished, the caller leaves
 * or cancels, or the caller's timeout has passed.
 */
export async function extractDocuments(
  ctx: Context,
  input: ExtractDocumentsRequest,
): Promise<ExecutionRow> {
  const { admitted, given, gone, cancelled } = input
  const allowance = await countCall(ctx, admitted.tenant)
  if (allowance?.refusal) throw allowance.refusal
  const { execution: accepted } = await runDeployment(ctx, {
    admitted,
    files: given.documents.map(uploadOf),
    presignedUrls: given.document_urls,
    // `follow` does the waiting, because it reports progress.
    timeoutSeconds: 0,
    usesFileHistory: false,
    tags: given.tags,
    customData: undefined,
    llmProfileId: given.llm_profile_id,
    idempotencyKey: undefined,
  })
  const until = AbortSignal.any([gone, cancelled, ctx.shutdownSignal])
  const reached = await follow(ctx, { ...input, accepted, until })
  if (!cancelled.aborted || isFinished(reached)) return reached
  return (await stopRunningExecution(ctx, admitted.tenant, accepted.id)) ?? reached
}

type ExtractDocumentsOptions = ExtractDocumentsRequest & {
  readonly accepted: ExecutionRow
  readonly until: AbortSignal
}

async function follow(
  { events }: Pick<Context, 'events'>,
  { admitted, given, accepted, until, tell }: ExtractDocumentsOptions,
): Promise<ExecutionRow> {
  const deadline = Date.now() + given.timeout * 1000
  const left = () => (deadline - Date.now()) / 1000
  let seen = accepted
  while (!isFinished(seen) && left() > 0 && !until.aborted) {
    await tell(progressOf(seen))
    const seconds = Math.min(left(), secondsBetweenNews)
    const how = { acceptedExecution: seen, seconds, isWithoutFiles: true }
    seen = (await awaitExecution({ events, shutdownSignal: until }, admitted.tenant, how)).execution
  }
  if (isFinished(seen)) await tell(progressOf(seen))
  return seen
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
