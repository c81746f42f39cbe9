import { randomUUID } from 'node:crypto'
import type { ResultItem } from '@recto/contract/deployments/deployment-runs'
import type * as api from '@recto/contract/deployments/llama-extract'
import { omitUndefined } from '@recto/omit-undefined'
import { presentTime } from '../../../platform/wire-format.ts'
import type { ExecutionRow } from '../../executions/executions.port.ts'
import type { DeploymentCaller } from '../admit-caller.ts'

const statuses: Readonly<Record<ExecutionRow['status'], api.ExtractJob['status']>> = {
  PENDING: 'PENDING',
  EXECUTING: 'RUNNING',
  COMPLETED: 'COMPLETED',
  STOPPED: 'CANCELLED',
  ERROR: 'FAILED',
}

export const isEnded = ({ status }: Pick<ExecutionRow, 'status'>): boolean =>
  !['PENDING', 'RUNNING'].includes(statuses[status])

const keyPrefix = 'llama-extract'

/** The key of a job's request says which file it is about; no other request has the same. */
export const requestKeyOf = (fileId: string): string => `${keyPrefix}/${fileId}/${randomUUID()}`

/** Returns the id of the file that a job extracts from; `undefined` if the run is no such job. */
export function fileIdOf({ idempotency_key: key }: ExecutionRow): string | undefined {
  const [prefix, fileId] = key?.split('/') ?? []
  return prefix === keyPrefix ? fileId : undefined
}

type PresentedJob = {
  readonly caller: DeploymentCaller
  readonly execution: ExecutionRow
  readonly fileId: string
  /** Absent until the job has ended. */
  readonly item: ResultItem | undefined
  readonly hasMetadata: boolean
}

export function presentExtractJob({
  caller,
  execution,
  fileId,
  item,
  hasMetadata,
}: PresentedJob): api.ExtractJob {
  const result = (item?.result ?? undefined) as ToolResult | undefined
  return {
    id: execution.id,
    project_id: String(caller.tenant.organizationId),
    status: item?.error ? 'FAILED' : statuses[execution.status],
    created_at: presentTime(execution.created_at),
    updated_at: presentTime(execution.modified_at),
    file_input: fileId,
    configuration_id: caller.deployment.api_name,
    error_message: item?.error ?? (execution.error_message || null),
    extract_result: result?.output ?? null,
    ...omitUndefined({ extract_metadata: hasMetadata && result ? metadataOf(result) : undefined }),
  }
}

/** The parts of a tool's result that these clients get. */
type ToolResult = {
  readonly output?: Readonly<Record<string, unknown>>
  readonly metadata?: {
    readonly confidence?: Readonly<Record<string, number | null>>
    readonly evidence_data?: Readonly<Record<string, unknown>>
  }
}

const metadataOf = (result: ToolResult) => ({
  field_metadata: { document_metadata: presentFields(result) },
})

const presentFields = ({ output = {}, metadata = {} }: ToolResult) =>
  Object.fromEntries(
    Object.keys(output).map((name) => [
      name,
      {
        confidence: metadata.confidence?.[name] ?? null,
        citation: listCitations(metadata.evidence_data?.[name]),
      },
    ]),
  )

type Citation = { readonly page: number; readonly matching_text: string }

/** Lists the places in the evidence of a value, which has the shape of the value. */
function listCitations(evidence: unknown): Citation[] {
  if (typeof evidence !== 'object' || evidence === null) return []
  const { page, quote } = evidence as { readonly page?: unknown; readonly quote?: unknown }
  if (typeof page === 'number' && typeof quote === 'string') {
    // Pages are counted from 1 here, as on the rest of this wire.
    return [{ page: page + 1, matching_text: quote }]
  }
  return Object.values(evidence).flatMap(listCitations)
}
