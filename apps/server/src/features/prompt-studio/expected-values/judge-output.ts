import { isSameValue } from '@recto/extraction/same-value'
import type { Tenant } from '../../../platform/db/database.ts'
import type { PresentedConfidence } from '../../answering/answering.port.ts'
import { deleteJudgedValue, saveJudgedValues } from '../rows/judged-values.store.ts'
import { findExportedOutput } from '../rows/outputs.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import type { PromptRow } from '../rows/prompts.store.ts'

type MarkedOutput = {
  readonly project: ProjectRow
  readonly prompt: PromptRow
  readonly documentId: string
  /** The content hash of the document. */
  readonly hash: string
  readonly expectedValue: string | null
}

/**
 * Records the model's confidence in a value that somebody has marked, and whether the value was
 * right. Call it in a transaction.
 */
export async function judgeOutput(
  tenant: Tenant,
  { project, prompt, documentId, hash, expectedValue }: MarkedOutput,
): Promise<void> {
  const key = { projectId: project.id, promptId: prompt.id, documentHash: hash }
  const output = await findExportedOutput(tenant, { project, prompt, documentId })
  // An earlier judgement compared with another expected value.
  if (!output) return deleteJudgedValue(tenant, key)
  const confidence = output.confidence as PresentedConfidence | null
  await saveJudgedValues(tenant, project.id, [
    {
      prompt_id: prompt.id,
      document_hash: hash,
      type: prompt.enforce_type,
      source: 'studio',
      confidence: output.output === null ? null : (confidence?.confidence ?? 0),
      is_right: isSameValue(prompt.enforce_type, expectedValue, output.output),
    },
  ])
}
