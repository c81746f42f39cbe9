import type { ResultItem } from '@recto/contract/deployments/deployment-runs'
import { omitUndefined } from '@recto/omit-undefined'
import type { StoredFileResult } from '../../platform/db/tables/executions.ts'
import { presentUsage } from '../usage/usage.port.ts'
import type { PlanSummary } from './execution-plans.store.ts'
import type { ExecutionRow } from './executions.store.ts'
import type { ExecutionOutcome } from './files/execution-outcome.ts'
import type { FileWithResult } from './files/file-executions.store.ts'
import type { ExtractedTexts } from './read-extracted-texts.ts'

/** The optional parts of the value `result`; the metadata of the file itself is always presented. */
type ResultParts = { readonly hasMetadata: boolean; readonly hasMetrics: boolean }

type PresentOptions = {
  readonly slug: string
  readonly parts: ResultParts
  /** Extracted texts, if the caller asked for them. */
  readonly texts?: ExtractedTexts | undefined
}

/** Presents one item per finished file of an execution in the format of the public API. */
export function presentExecutionResult(
  { execution, plan, files }: ExecutionOutcome,
  { slug, parts, texts }: PresentOptions,
): ResultItem[] {
  return files.map(({ file, usage }) => {
    const metadata = () =>
      buildFileMetadata(execution, file, { slug, plan, usage: presentUsage(usage) })
    if (file.is_in_review) return presentFileInReview(file, metadata())
    return file.status === 'COMPLETED'
      ? {
          ...presentNames(file),
          file_execution_id: file.id,
          status: 'Success',
          result: file.result && selectParts(file.result, parts),
          error: null,
          metadata: metadata(),
          ...omitUndefined({ extracted_text: texts && (texts.get(file.id) ?? null) }),
        }
      : presentFailedFile(file)
  })
}

const presentNames = ({ file_name, other_names }: FileWithResult) => ({
  file: file_name,
  ...omitUndefined({ other_names: other_names.length > 0 ? other_names : undefined }),
})

/** Existing clients recognize a file in review by its empty result; `review` says it explicitly. */
const presentFileInReview = (
  file: FileWithResult,
  metadata: Record<string, unknown>,
): ResultItem => ({
  ...presentNames(file),
  file_execution_id: file.id,
  status: 'Success',
  result: '',
  error: null,
  metadata,
  review: 'pending',
})

function presentFailedFile(file: FileWithResult): ResultItem {
  return {
    ...presentNames(file),
    file_execution_id: file.id,
    status: 'Failed',
    result: null,
    error: file.error ?? 'The file was not processed.',
    metadata: null,
  }
}

function selectParts(
  { output, metadata, metrics }: StoredFileResult,
  { hasMetadata, hasMetrics }: ResultParts,
) {
  return omitUndefined({
    output,
    metadata: hasMetadata ? (metadata ?? {}) : undefined,
    metrics: hasMetrics ? (metrics ?? {}) : undefined,
  })
}

type FileMetadataOptions = {
  readonly slug: string
  readonly plan: PlanSummary
  readonly usage: object
}

function buildFileMetadata(
  execution: ExecutionRow,
  file: FileWithResult,
  { slug, plan: { toolId, llmProfileId }, usage }: FileMetadataOptions,
): Record<string, unknown> {
  const seconds = secondsBetween(file.started_at, file.finished_at)
  return {
    source_name: file.file_name,
    source_hash: file.file_hash,
    organization_id: slug,
    workflow_id: execution.workflow_id,
    execution_id: execution.id,
    file_execution_id: file.id,
    tags: execution.tags,
    workflow_start_time: (execution.started_at ?? execution.created_at).getTime() / 1000,
    total_elapsed_time: seconds,
    tool_metadata: [{ tool_name: toolId, output_type: 'JSON', elapsed_time: seconds }],
    usage: { file_execution_id: file.id, ...usage },
    // Null when an earlier result was reused.
    total_pages_processed: file.pages,
    ...omitUndefined({ llm_profile_id: llmProfileId || undefined }),
    // Warnings and lost values are shown even to callers who did not ask for metadata.
    ...getWarnings(file),
    ...omitUndefined({ errors: file.result?.metadata?.errors }),
  }
}

function secondsBetween(from: Date | null, to: Date | null): number {
  return from && to ? (to.getTime() - from.getTime()) / 1000 : 0
}

/** A completed file has an error when some of its values could not be read. */
function getWarnings({ result, error }: FileWithResult): { readonly warnings?: unknown } {
  const warnings = result?.metadata?.warnings
  if (!error) return omitUndefined({ warnings })
  return { warnings: [error, ...(Array.isArray(warnings) ? warnings : [])] }
}
