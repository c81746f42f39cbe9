import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { findRecordedFile, saveCorrectedFields } from '../../executions/executions.port.ts'
import { saveReviewedValues, toStoredText } from '../../prompt-studio/prompt-studio.port.ts'
import { extractRawConfidences, type Tool } from '../../tools/tools.port.ts'
import { type ItemResult, resultOf } from './held-item.ts'
import type { ReviewItemRow } from './items.store.ts'

/**
 * Saves the values of an approved item as expected values of the prompts that asked for them, and records which of
 * them people have corrected.
 */
export async function saveExpectedValues(
  ctx: Pick<Context, 'jobs'>,
  tenant: Tenant,
  item: ReviewItemRow,
): Promise<void> {
  const { output, metadata } = resultOf(item)
  const machineResult = (item.machine_result ?? {}) as Partial<ItemResult>
  const machineValues = machineResult.output ?? {}
  await saveCorrectedFields(tenant, {
    fileId: item.file_execution_id,
    fields: Object.keys(machineValues).filter(
      (key) => toStoredText(output[key]) !== toStoredText(machineValues[key]),
    ),
  })
  const recordedFile = await findRecordedFile(tenant, item.file_execution_id)
  const projectId = (recordedFile?.plan.tool as Tool | undefined)?.projectId
  if (!projectId) return
  await saveReviewedValues(ctx, tenant, {
    projectId,
    documentHash: item.file_hash,
    values: output,
    documentName: item.file_name,
    evidence: (metadata?.evidence_data ?? {}) as Readonly<Record<string, unknown>>,
    machineValues,
    machineConfidences: extractRawConfidences(machineResult),
    userId: item.approved_by ?? item.finished_by,
  })
}
