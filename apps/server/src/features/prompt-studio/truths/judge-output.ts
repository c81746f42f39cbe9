import { sameValue } from '@recto/extraction/same-value'
import type { Tenant } from '../../../platform/db/database.ts'
import type { ShownConfidence } from '../../answering/answering.port.ts'
import { deleteJudgedValue, saveJudgedValues } from '../rows/judged-values.store.ts'
import { findMarkedOutput } from '../rows/marked-output.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import type { PromptRow } from '../rows/prompts.store.ts'

type Marked = {
  readonly project: ProjectRow
  readonly prompt: PromptRow
  readonly documentId: string
  /** Of the document. */
  readonly hash: string
  readonly truth: string | null
}

/** Keeps how sure the machine was of the value that somebody has marked, and whether it was right. In a transaction. */
export async function judgeOutput(
  tenant: Tenant,
  { project, prompt, documentId, hash, truth }: Marked,
): Promise<void> {
  const of = { projectId: project.id, promptId: prompt.id, documentHash: hash }
  const output = await findMarkedOutput(tenant, { project, prompt, documentId })
  // An earlier judgement was by another truth.
  if (!output) return deleteJudgedValue(tenant, of)
  const shown = output.confidence as ShownConfidence | null
  await saveJudgedValues(tenant, project.id, [
    {
      ...{ prompt_id: prompt.id, document_hash: hash, type: prompt.enforce_type, source: 'studio' },
      confidence: output.output === null ? null : (shown?.confidence ?? 0),
      is_right: sameValue(prompt.enforce_type, truth, output.output),
    },
  ])
}
