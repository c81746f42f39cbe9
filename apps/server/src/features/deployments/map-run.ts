import type * as api from '@recto/contract/deployments/deployment-runs'
import type { Upload } from '../../platform/files/upload.ts'
import { type ExecutionRow, isFinished } from '../executions/executions.port.ts'
import type { DeploymentCaller } from './admit-caller.ts'
import { deploymentEndpointOf } from './map-deployment.ts'

export const toRunOptions = (body: api.DeploymentRunRequest, uploads: readonly Upload[]) => ({
  files: uploads.filter(({ field }) => field === 'files'),
  timeoutSeconds: body.timeout,
  usesFileHistory: body.use_file_history,
  tags: body.tags,
  customData: body.custom_data,
  llmProfileId: body.llm_profile_id,
  presignedUrls: body.presigned_urls,
  review: reviewOf(body),
})

/** A packet without a queue name goes into the unnamed queue. */
const reviewOf = ({ hitl_queue_name: queue, hitl_packet_id: packet }: api.DeploymentRunRequest) =>
  queue === undefined && packet === undefined ? undefined : { queue: queue ?? '', packet }

/** Optional parts that the caller wants in each result. */
export type ResultPartFlags = Pick<
  api.DeploymentRunRequest,
  'include_metadata' | 'include_metrics' | 'include_extracted_text'
>

export const toResultParts = (flags: ResultPartFlags) => ({
  hasMetadata: flags.include_metadata,
  hasMetrics: flags.include_metrics,
})

type DeploymentOutcome = {
  readonly caller: DeploymentCaller
  readonly execution: ExecutionRow
  readonly result: api.ResultItem[] | null
}

/**
 * An execution that only waits for review is reported as completed: its result is returned as it
 * is, and later again with the reviewed values.
 */
export function presentDeploymentReply({
  caller,
  execution,
  result,
}: DeploymentOutcome): api.DeploymentRunReply {
  const { slug, deployment } = caller
  const message = {
    execution_id: execution.id,
    execution_status: result && !isFinished(execution) ? 'COMPLETED' : execution.status,
    status_api: `/${deploymentEndpointOf(slug, deployment)}?execution_id=${execution.id}`,
    error: execution.error_message || null,
    result,
  }
  return { message }
}
