import { createHash } from 'node:crypto'
import type { Tenant } from '../../../platform/db/database.ts'
import type { InputFingerprint } from '../../../platform/db/tables/prompt-studio.ts'
import { listDocumentsById } from './documents.store.ts'
import type { OutputRow } from './outputs.store.ts'
import { type LlmProfileRow, listProfilesOfProjects } from './profiles.store.ts'
import { listProjectsById, type ProjectRow } from './projects.store.ts'
import { listPromptsOfProjects, type PromptRow } from './prompts.store.ts'

type OutputInputs = {
  readonly project: ProjectRow
  readonly prompt: PromptRow
  /** The profile that answers the prompt. */
  readonly profile: LlmProfileRow
  readonly documentHash: string
}

/**
 * Describes everything an output depends on, to find out later whether it is stale. Stored as JSON.
 */
export function createInputFingerprint({
  project,
  prompt,
  profile,
  documentHash,
}: OutputInputs): InputFingerprint {
  const { preamble, postamble, grammar, document_first: isDocumentFirst } = project
  return {
    prompt: hashText(prompt.prompt),
    type: prompt.enforce_type,
    document: documentHash,
    profileId: profile.id,
    profile: {
      llm: profile.llm_id,
      embedding: profile.embedding_id,
      vectorDb: profile.vector_db_id,
      textExtractor: profile.text_extractor_id,
      chunkSize: profile.chunk_size ?? 0,
      chunkOverlap: profile.chunk_overlap ?? 0,
      strategy: profile.retrieval_strategy,
      topK: profile.similarity_top_k,
      escalation: profile.escalation_llm_id ?? '',
      sees:
        profile.model_sees === 'text'
          ? 'text'
          : [profile.model_sees, profile.seen_pages, profile.max_seen_pages].join('/'),
    },
    wording: hashText(
      JSON.stringify([
        preamble,
        postamble,
        grammar,
        ...(isDocumentFirst ? ['document-first'] : []),
      ]),
    ),
  }
}

const hashText = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * An input that has changed since the output was made. A profile setting that did not exist at that
 * time does not count.
 */
export type InputChange = 'prompt' | 'type' | 'document' | 'profile' | 'wording'

function findInputChanges(
  recordedInputs: InputFingerprint,
  currentInputs: InputFingerprint,
): readonly InputChange[] {
  const isProfileChanged = Object.entries(recordedInputs.profile).some(([name, value]) => {
    const currentValue = currentInputs.profile[name]
    return currentValue !== undefined && currentValue !== value
  })
  const changes = (['prompt', 'type', 'document', 'wording'] as const).filter(
    (name) => recordedInputs[name] !== currentInputs[name],
  )
  return isProfileChanged ? [...changes, 'profile'] : changes
}

/**
 * Finds what has changed since each output was made. Outputs of earlier versions recorded no inputs
 * and never count as stale.
 */
export async function findInputChangesOfOutputs(
  tenant: Tenant,
  outputs: readonly OutputRow[],
): Promise<(output: OutputRow) => readonly InputChange[]> {
  const comparableOutputs = outputs.filter(({ asked: fingerprint }) => fingerprint !== null)
  const projectIds = [...new Set(comparableOutputs.map(({ project_id }) => project_id))]
  const documentIds = [...new Set(comparableOutputs.map(({ document_id }) => document_id))]
  const [projects, prompts, profiles, documents] = await Promise.all([
    listProjectsById(tenant, projectIds),
    listPromptsOfProjects(tenant, projectIds),
    listProfilesOfProjects(tenant, projectIds),
    listDocumentsById(tenant, documentIds),
  ])
  const projectsById = indexById(projects)
  const promptsById = indexById(prompts)
  const profilesById = indexById(profiles)
  const documentsById = indexById(documents)

  return ({ asked: recordedInputs, ...output }) => {
    if (!recordedInputs) return []
    const project = projectsById.get(output.project_id)
    const prompt = promptsById.get(output.prompt_id)
    const profile = profilesById.get(recordedInputs.profileId)
    const documentHash = documentsById.get(output.document_id)?.hash
    // An input was deleted.
    if (!project || !prompt || !profile || documentHash === undefined) return ['profile']
    const inputs = { project, prompt, profile, documentHash }
    return findInputChanges(recordedInputs, createInputFingerprint(inputs))
  }
}

const indexById = <Row extends { readonly id: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.id, row]))
