import { projectFields } from '@recto/contract/prompt-studio/project-fields'
import { type FieldValues, pickWay } from '@recto/contract/wire/fields'
import { readFields } from '../../../platform/db/fields.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import type { PromptRow } from '../rows/prompts.store.ts'

/** The ids of a profile's adapters; absent if no such adapter exists. */
type PortableAdapters = {
  readonly llm: string | undefined
  readonly embedding: string | undefined
  readonly vectorDb: string | undefined
  readonly textExtractor: string | undefined
}

export type PortableProfile = Pick<
  LlmProfileRow,
  | 'name'
  | 'chunk_size'
  | 'chunk_overlap'
  | 'reindex'
  | 'retrieval_strategy'
  | 'similarity_top_k'
  | 'hybrid_search'
  | 'section'
  | 'is_default'
  | 'is_summarizer'
> & { readonly adapters: PortableAdapters }

export type PortablePrompt = Pick<
  PromptRow,
  | 'key'
  | 'prompt'
  | 'prompt_type'
  | 'sequence_number'
  | 'enforce_type'
  | 'required'
  | 'active'
  | 'is_assert'
  | 'assert_prompt'
  | 'assertion_failure_prompt'
  | 'evaluation'
  | 'table_settings'
> & {
  /** The name of its own profile; null if it follows the default. */
  readonly profileName: string | null
}

const copiedFields = pickWay(projectFields, 'copy')

type PortableSettings = FieldValues<typeof copiedFields> &
  Pick<FieldValues<typeof projectFields>, 'challengeLlmId' | 'enableChallenge' | 'monitorLlmId'>

/** The parts of a project that are copied: no documents, outputs or shares. */
export type PortableProject = {
  readonly project: PortableSettings
  readonly profiles: readonly PortableProfile[]
  readonly prompts: readonly PortablePrompt[]
}

type ProjectRows = {
  readonly project: ProjectRow
  readonly profiles: readonly LlmProfileRow[]
  readonly prompts: readonly PromptRow[]
}

export function toPortableProject({ project, profiles, prompts }: ProjectRows): PortableProject {
  const names = new Map(profiles.map(({ id, name }) => [id, name]))
  return {
    project: {
      ...readFields(copiedFields, project),
      challengeLlmId: project.challenge_llm_id,
      enableChallenge: project.enable_challenge,
      monitorLlmId: project.monitor_llm_id,
    },
    profiles: profiles.map((profile) => ({
      ...profile,
      adapters: {
        llm: profile.llm_id,
        embedding: profile.embedding_id,
        vectorDb: profile.vector_db_id,
        textExtractor: profile.text_extractor_id,
      },
    })),
    prompts: prompts.map((prompt) => ({
      ...prompt,
      profileName: names.get(prompt.profile_id ?? '') ?? null,
    })),
  }
}
