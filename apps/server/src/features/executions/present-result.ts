import type { ResultItem } from '@recto/contract/deployments'
import type { Tenant } from '../../platform/db/database.ts'
import { presentUsage, usageOfRuns } from '../usage/usage.port.ts'
import { findToolId } from './execution-plans.store.ts'
import type { ExecutionRow } from './executions.store.ts'
import { type FileExecutionRow, findFileExecutionsOf } from './files/file-executions.store.ts'

export type Shown = { readonly hasMetadata: boolean; readonly hasMetrics: boolean }

type Stored = {
  readonly output: Record<string, unknown>
  readonly metadata?: Record<string, unknown>
  readonly metrics?: Record<string, unknown>
}

type Input = { readonly execution: ExecutionRow; readonly slug: string; readonly shown: Shown }

/** One item for each settled file of an execution, as the public API shows them. */
export async function presentResult(
  tenant: Tenant,
  { execution, slug, shown }: Input,
): Promise<ResultItem[]> {
  const files = await findFileExecutionsOf(tenant, execution.id)
  const toolId = await findToolId(tenant, execution)
  const usages = await usageOfRuns(
    tenant,
    files.map(({ id }) => id),
  )
  return files.map((file) =>
    file.status === 'COMPLETED'
      ? {
          file: file.file_name,
          file_execution_id: file.id,
          status: 'Success',
          result: visible(file.result as Stored, shown),
          error: null,
          metadata: outerMetadata(execution, file, {
            slug,
            toolId,
            usage: presentUsage(usages.get(file.id)),
          }),
        }
      : failure(file),
  )
}

function failure(file: FileExecutionRow): ResultItem {
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

type Outer = { readonly slug: string; readonly toolId: string; readonly usage: object }

function outerMetadata(
  execution: ExecutionRow,
  file: FileExecutionRow,
  { slug, toolId, usage }: Outer,
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
  }
}

function secondsBetween(from: Date | null, to: Date | null): number {
  return from && to ? (to.getTime() - from.getTime()) / 1000 : 0
}
