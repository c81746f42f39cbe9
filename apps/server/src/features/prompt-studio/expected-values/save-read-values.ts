import { randomUUID } from 'node:crypto'
import type { EvidenceTree, Json } from '@recto/provider-spec/answer'
import type { Tenant } from '../../../platform/db/database.ts'
import { toFieldType } from '../../answering/answering.port.ts'
import { buildSuggestedOutput } from '../proposals/build-suggested-output.ts'
import type { DocumentRow } from '../rows/documents.store.ts'
import { saveOutputs } from '../rows/outputs.store.ts'
import { listProfilesOfProjects } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import { listPromptsOfProjects } from '../rows/prompts.store.ts'

type ReadDocument = {
  readonly project: ProjectRow
  readonly document: DocumentRow
  /** Values and evidence by prompt key; keys of deleted prompts are ignored. */
  readonly values: Readonly<Record<string, unknown>>
  readonly evidence: Readonly<Record<string, unknown>>
  readonly userId: number
}

/**
 * Saves the values that a deployment read of a document as suggested outputs of the default profile: nobody has confirmed
 * them, and a later run replaces them.
 */
export async function saveReadValues(
  tenant: Tenant,
  { project, document, values, evidence, userId }: ReadDocument,
): Promise<void> {
  const profiles = await listProfilesOfProjects(tenant, [project.id])
  const profile = profiles.find(({ is_default }) => is_default)
  const prompts = (await listPromptsOfProjects(tenant, [project.id])).filter(({ key }) =>
    Object.hasOwn(values, key),
  )
  if (!profile || prompts.length === 0) return
  const runId = randomUUID()
  await saveOutputs(
    tenant,
    prompts.map((prompt) => {
      // They were stored as JSON.
      const value = (values[prompt.key] ?? null) as Json
      const valueEvidence = (evidence[prompt.key] ?? null) as EvidenceTree
      const type = toFieldType(prompt.enforce_type, prompt.key)
      const suggestion = { project, prompt, profile, document, value, type, runId, userId }
      return {
        ...buildSuggestedOutput({ ...suggestion, evidence: valueEvidence }),
        explanation: null,
        highlight: null,
        confidence: null,
      }
    }),
  )
}
