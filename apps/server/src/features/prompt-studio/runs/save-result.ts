import type { EvidenceTree, FieldType } from '@recto/provider-spec/answer'
import type { Tenant } from '../../../platform/db/database.ts'
import { storableJson, storableText } from '../../../platform/db/storable.ts'
import type { Highlight } from '../engine/derive-highlight.ts'
import type { Result } from '../engine/run-items.ts'
import { formatOutput } from './format-output.ts'
import { type OutputRow, saveOutput } from './outputs.store.ts'

export type Saving = {
  readonly prompt: { readonly id: string; readonly project_id: string }
  readonly type: FieldType
  readonly documentId: string
  readonly profileId: string
  readonly isSinglePass: boolean
  readonly highlight: Highlight
  readonly runId: string
  readonly userId: number
}

export async function saveResult(
  tenant: Tenant,
  { value, evidence, context }: Pick<Result, 'value' | 'evidence' | 'context'>,
  saving: Saving,
): Promise<OutputRow> {
  const text = formatOutput(value, saving.type)
  return saveOutput(tenant, {
    project_id: saving.prompt.project_id,
    prompt_id: saving.prompt.id,
    document_id: saving.documentId,
    profile_id: saving.profileId,
    is_single_pass: saving.isSinglePass,
    output: text === null ? null : storableText(text),
    context: storableJson(context),
    evidence: jsonOf(evidence),
    highlight: jsonOf(saving.highlight),
    run_id: saving.runId,
    created_by: saving.userId,
    modified_by: saving.userId,
  })
}

const jsonOf = (tree: EvidenceTree | Highlight) => (tree === null ? null : storableJson(tree))
