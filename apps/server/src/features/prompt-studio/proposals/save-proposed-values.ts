import { randomUUID } from 'node:crypto'
import type { Tenant } from '../../../platform/db/database.ts'
import { toStorableJson } from '../../../platform/db/sql-text.ts'
import {
  type DocumentProposals,
  highlightLines,
  type ProposedValue,
  presentConfidence,
  presentSinglePassConfidences,
} from '../../answering/answering.port.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { saveOutputs } from '../rows/outputs.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import type { PromptRow } from '../rows/prompts.store.ts'
import { toNullableJson } from '../runs/save-answers.ts'
import { buildSuggestedOutput } from './build-suggested-output.ts'

type AcceptedProposals = {
  readonly project: ProjectRow
  readonly document: DocumentRow
  readonly proposals: DocumentProposals
  readonly prompts: readonly PromptRow[]
  readonly userId: number
}

type KeptProposal = { readonly prompt: PromptRow; readonly proposal: ProposedValue }

/**
 * Saves the values of accepted proposals as outputs of the default profile, which a later run
 * replaces. A project without a default profile has no place for a value, so nothing is saved.
 */
export async function saveProposedValues(
  tenant: Tenant,
  { project, document, proposals, prompts, userId }: AcceptedProposals,
): Promise<void> {
  const profiles = await listProfilesOfProjects(tenant, [project.id])
  const profile = profiles.find(({ is_default }) => is_default)
  const keptProposals = listKeptProposals(prompts, proposals.values)
  if (!profile || keptProposals.length === 0) return
  const isHighlighted = project.enable_highlight
  const confidences = presentConfidences(keptProposals, project)
  const runId = randomUUID()
  await saveOutputs(
    tenant,
    keptProposals.map(({ prompt, proposal: { value, type, evidence, explanation } }, index) => {
      const confidence = confidences[index]
      const suggestion = {
        project,
        prompt,
        profile,
        document,
        value,
        type,
        evidence,
        runId,
        userId,
      }
      return {
        ...buildSuggestedOutput(suggestion),
        explanation: explanation ? toStorableJson(explanation) : null,
        highlight: isHighlighted ? toNullableJson(highlightLines(proposals, evidence)) : null,
        confidence: confidence ? toStorableJson(confidence) : null,
      }
    }),
  )
}

/** Pairs the prompts that were made as they were proposed with the values that were proposed. */
function listKeptProposals(
  prompts: readonly PromptRow[],
  values: readonly ProposedValue[],
): readonly KeptProposal[] {
  const proposalsByKey = new Map(values.map((proposal) => [proposal.key, proposal]))
  return prompts
    .map((prompt) => ({ prompt, proposal: proposalsByKey.get(prompt.key) }))
    .filter(
      (pair): pair is KeptProposal =>
        pair.proposal?.prompt === pair.prompt.prompt &&
        pair.proposal.type === pair.prompt.enforce_type,
    )
}

function presentConfidences(
  keptProposals: readonly KeptProposal[],
  { enable_highlight: isHighlighted, single_pass: isSinglePass }: ProjectRow,
) {
  const proposals = keptProposals.map(({ proposal }) => proposal)
  return isSinglePass
    ? presentSinglePassConfidences(proposals, { isHighlighted })
    : proposals.map(({ confidence }) => presentConfidence(confidence, { isHighlighted }))
}
