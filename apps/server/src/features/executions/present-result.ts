import type { ResultItem } from '@recto/contract/deployment-runs'
import { presentUsage } from '../usage/usage.port.ts'
import type { PlanInShort } from './execution-plans.store.ts'
import type { ExecutionRow } from './executions.store.ts'
import type { ExtractedTexts } from './extracted-texts.ts'
import type { ExecutionOutcome } from './files/execution-outcome.ts'
import type { FileWithResult } from './files/settled-file.ts'

type Shown = { readonly hasMetadata: boolean; readonly hasMetrics: boolean }

type Stored = {
  readonly output: Record<string, unknown>
  readonly metadata?: Record<string, unknown>
  readonly metrics?: Record<string, unknown>
}

type Input = {
  readonly slug: string
  readonly shown: Shown
  /** Where they are wanted. */
  readonly texts?: ExtractedTexts | undefined
}

/** One item for each settled file of an execution, as the public API shows them. */
export function presentResult(
  { execution, plan, files }: ExecutionOutcome,
  { slug, shown, texts }: Input,
): ResultItem[] {
  return files.map(({ file, usage }) => {
    const metadata = () =>
      outerMetadata(execution, file, { slug, plan, usage: presentUsage(usage) })
    if (file.is_in_review) return inReview(file, metadata())
    return file.status === 'COMPLETED'
      ? {
          file: file.file_name,
          file_execution_id: file.id,
          status: 'Success',
          result: visible(file.result as Stored, shown),
          // Named when some of its values could not be read.
          error: file.error,
          metadata: metadata(),
          ...(texts && { extracted_text: texts.get(file.id) ?? null }),
        }
      : failure(file)
  })
}

/** Existing clients know a file that people look at by its empty result; ours says so too. */
const inReview = (file: FileWithResult, metadata: Record<string, unknown>): ResultItem => ({
  file: file.file_name,
  file_execution_id: file.id,
  status: 'Success',
  result: '',
  error: null,
  metadata,
  review: 'pending',
})

function failure(file: FileWithResult): ResultItem {
  return {
    file: file.file_name,
    file_execution_id: file.id,
    status: 'Failed',
    result: null,
    error: file.error ?? 'The file was not processed.',
    metadata: null,
  }
}

function visible({ output, metadata, metrics }: Stored, { hasMetadata, hasMetrics }: Shown) {
  return {
    output,
    ...(hasMetadata && { metadata: metadata ?? {} }),
    ...(hasMetrics && { metrics: metrics ?? {} }),
  }
}

type Outer = { readonly slug: string; readonly plan: PlanInShort; readonly usage: object }

function outerMetadata(
  execution: ExecutionRow,
  file: FileWithResult,
  { slug, plan: { toolId, llmProfileId }, usage }: Outer,
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
    // None where an earlier result was taken.
    total_pages_processed: file.pages,
    ...(llmProfileId && { llm_profile_id: llmProfileId }),
    // Also for callers who do not ask for the metadata of the result.
    ...warningsOf(file.result as Stored | null),
  }
}

function secondsBetween(from: Date | null, to: Date | null): number {
  return from && to ? (to.getTime() - from.getTime()) / 1000 : 0
}

function warningsOf(result: Stored | null): { readonly warnings?: unknown } {
  const warnings = result?.metadata?.warnings
  return warnings === undefined ? {} : { warnings }
}
