import type { EvidenceTree, FieldType, Json } from '@recto/provider-spec/answer'
import { toStorableJson, toStorableText } from '../../../platform/db/sql-text.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { createInputFingerprint } from '../rows/input-fingerprint.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import type { PromptRow } from '../rows/prompts.store.ts'
import { toOutputText } from '../runs/save-answers.ts'

type SuggestedValue = {
  readonly project: ProjectRow
  readonly prompt: PromptRow
  readonly profile: LlmProfileRow
  readonly document: DocumentRow
  readonly value: Json
  readonly type: FieldType
  readonly evidence: EvidenceTree
  readonly runId: string
  readonly userId: number
}

/** Builds an output that no run made, and that nobody has confirmed. A later run replaces it. */
export function buildSuggestedOutput(suggestion: SuggestedValue) {
  const { project, prompt, profile, document, value, type, evidence, runId, userId } = suggestion
  const text = toOutputText(value, type)
  return {
    project_id: project.id,
    prompt_id: prompt.id,
    document_id: document.id,
    profile_id: profile.id,
    is_single_pass: project.single_pass,
    output: text === null ? null : toStorableText(text),
    context: '[]',
    context_digest: null,
    evidence: toStorableJson(evidence),
    report: null,
    challenge: null,
    escalation: null,
    origin: 'proposal' as const,
    run_id: runId,
    asked: toStorableJson(
      createInputFingerprint({ project, prompt, profile, documentHash: document.hash }),
    ),
    created_by: userId,
    modified_by: userId,
  }
}
