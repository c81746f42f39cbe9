import type { EvidenceTree, FieldType, Json } from '@recto/provider-spec/answer'
import type { Tenant } from '../../../platform/db/database.ts'
import { storableJson, storableText } from '../../../platform/db/storable.ts'
import type { AnsweredQuestion, Highlight } from '../../answering/answering.port.ts'
import { keepContext } from '../rows/contexts.store.ts'
import { type OutputRow, saveOutput } from '../rows/outputs.store.ts'

type Saving = {
  readonly prompt: { readonly id: string; readonly project_id: string }
  readonly type: FieldType
  readonly documentId: string
  readonly profileId: string
  readonly isSinglePass: boolean
  readonly highlight: Highlight
  readonly runId: string
  readonly userId: number
}

export async function saveAnswer(
  tenant: Tenant,
  answer: AnsweredQuestion,
  saving: Saving,
): Promise<OutputRow> {
  const text = outputText(answer.value, saving.type)
  const context = await contextOf(tenant, answer, saving.documentId)
  return saveOutput(tenant, {
    project_id: saving.prompt.project_id,
    prompt_id: saving.prompt.id,
    document_id: saving.documentId,
    profile_id: saving.profileId,
    is_single_pass: saving.isSinglePass,
    output: text === null ? null : storableText(text),
    ...context,
    evidence: jsonOf(answer.evidence),
    highlight: jsonOf(saving.highlight),
    run_id: saving.runId,
    created_by: saving.userId,
    modified_by: saving.userId,
  })
}

/** Chunks are kept with the output; the whole text once for all outputs of the document. */
async function contextOf(
  tenant: Tenant,
  { context, document }: AnsweredQuestion,
  documentId: string,
) {
  const [whole] = context
  if (document.passages || context.length !== 1 || whole === undefined) {
    return { context: storableJson(context), context_digest: null }
  }
  const digest = await keepContext(tenant, { documentId, text: storableText(whole) })
  return { context: '[]', context_digest: digest }
}

/** A value as the studio shows and stores it: clients measure its length, so it is a text or null. */
function outputText(value: Json, type: FieldType): string | null {
  if (value === null) return null
  if (type === 'json' || typeof value === 'object') return JSON.stringify(value)
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'number') return Number.isInteger(value) ? `${value}.0` : String(value)
  return value
}

const jsonOf = (tree: EvidenceTree | Highlight) => (tree === null ? null : storableJson(tree))
