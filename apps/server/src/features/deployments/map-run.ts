import type * as api from '@recto/contract/deployment-runs'
import type { Upload } from '../../platform/files/upload.ts'
import { type ExecutionRow, isFinished } from '../executions/executions.port.ts'
import type { DeploymentCaller } from './admit-caller.ts'
import { endpointOf } from './map-deployment.ts'

export const runRequest = (body: api.DeploymentRunRequest, uploads: readonly Upload[]) => ({
  files: uploads.filter(({ field }) => field === 'files'),
  timeoutSeconds: body.timeout,
  usesFileHistory: body.use_file_history,
  tags: body.tags,
  customData: body.custom_data,
  llmProfileId: body.llm_profile_id,
  presignedUrls: body.presigned_urls,
  review: reviewOf(body),
})

/** A name for the files without a queue is one in the queue that has none. */
const reviewOf = ({ hitl_queue_name: queue, hitl_packet_id: packet }: api.DeploymentRunRequest) =>
  queue === undefined && packet === undefined ? undefined : { queue: queue ?? '', packet }

/** What a caller wants of each result. */
export type WantedParts = Pick<
  api.DeploymentRunRequest,
  'include_metadata' | 'include_metrics' | 'include_extracted_text'
>

export const shownParts = (wanted: WantedParts) => ({
  hasMetadata: wanted.include_metadata,
  hasMetrics: wanted.include_metrics,
})

type Run = {
  readonly admitted: DeploymentCaller
  readonly execution: ExecutionRow
  readonly result: api.ResultItem[] | null
}

/** What people look at counts as done for whoever waits: it is given out as it is, and later with its values. */
export function presentRun({ admitted, execution, result }: Run): api.DeploymentRunReply {
  const { slug, deployment } = admitted
  const message = {
    execution_id: execution.id,
    execution_status: result && !isFinished(execution) ? 'COMPLETED' : execution.status,
    status_api: `/${endpointOf(slug, deployment)}?execution_id=${execution.id}`,
    error: execution.error_message || null,
    result,
  }
  return { message }
}
