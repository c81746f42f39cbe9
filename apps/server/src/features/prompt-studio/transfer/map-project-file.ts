import { type ProjectFile, projectFormat } from '@recto/contract/prompt-studio/project-files'
import { defaultTableSettings } from '@recto/contract/prompt-studio/table-settings'
import { omitUndefined } from '@recto/omit-undefined'
import type { Tenant } from '../../../platform/db/database.ts'
import type { AdapterKind } from '../../../platform/db/tables/adapters.ts'
import { rethrowWithWireFields } from '../../../platform/rethrow-with-wire-fields.ts'
import { adapterNames, findAdapterId } from '../../adapters/adapters.port.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import type { PortableProfile, PortableProject } from './portable-project.ts'

export const rethrowTransferError = rethrowWithWireFields({
  name: 'tool_name',
  projectId: 'tool_id',
})

type ProjectIdentity = Pick<ProjectRow, 'id' | 'name'>

/** Presents a project as a file, with the names of its adapters. */
export async function presentProjectFile(
  tenant: Tenant,
  { id, name }: ProjectIdentity,
  { project, profiles, prompts }: PortableProject,
): Promise<ProjectFile> {
  const ids = [
    project.challengeLlm,
    project.monitorLlm,
    ...profiles.flatMap(({ adapters }) => Object.values(adapters)),
  ].filter((id) => id !== undefined)
  const names = await adapterNames(tenant, ids)
  const getAdapterName = (adapterId: string | undefined) => names.get(adapterId ?? '')
  return {
    tool_metadata: {
      tool_name: name,
      description: project.description,
      author: project.author,
      icon: project.icon,
    },
    tool_settings: {
      preamble: project.preamble,
      postamble: project.postamble,
      summarize_prompt: project.summarize_prompt,
      summarize_context: project.summarize_context,
      summarize_as_source: project.summarize_as_source,
      enable_challenge: project.enable_challenge,
      challenge_llm: getAdapterName(project.challengeLlm) ?? null,
      monitor_llm: getAdapterName(project.monitorLlm) ?? null,
      enable_highlight: project.enable_highlight,
      enable_embedded_data: project.enable_embedded_data,
      masking: project.masking,
      hidden_text_policy: project.hidden_text_policy,
      checks: project.checks.map((check) => ({ ...check })),
      exclude_failed: project.exclude_failed,
      single_pass_extraction_mode: project.single_pass,
      prompt_grammer: project.grammar,
      custom_data: project.custom_data,
    },
    default_profile_settings: profiles
      .filter(({ is_default }) => is_default)
      .map((profile) => presentFileProfile(profile, getAdapterName))[0],
    profiles: profiles.map((profile) => presentFileProfile(profile, getAdapterName)),
    prompts: prompts.map((prompt) => ({
      prompt_key: prompt.key,
      prompt: prompt.prompt,
      prompt_type: prompt.prompt_type,
      enforce_type: prompt.enforce_type as ProjectFile['prompts'][number]['enforce_type'],
      sequence_number: prompt.sequence_number,
      active: prompt.active,
      required: prompt.required,
      is_assert: prompt.is_assert,
      assert_prompt: prompt.assert_prompt,
      assertion_failure_prompt: prompt.assertion_failure_prompt,
      evaluation: prompt.evaluation,
      profile_name: prompt.profileName,
      table_settings: prompt.table_settings && {
        ...prompt.table_settings,
        headers: [...prompt.table_settings.headers],
      },
    })),
    export_metadata: { ...projectFormat, exported_at: new Date().toISOString(), tool_id: id },
  }
}

type FileProfiles = NonNullable<ProjectFile['profiles']>

function presentFileProfile(
  profile: PortableProfile,
  getAdapterName: (id: string | undefined) => string | undefined,
): FileProfiles[number] {
  const { adapters } = profile
  return {
    profile_name: profile.name,
    llm: getAdapterName(adapters.llm),
    vector_store: getAdapterName(adapters.vectorDb),
    embedding_model: getAdapterName(adapters.embedding),
    x2text: getAdapterName(adapters.textExtractor),
    chunk_size: profile.chunk_size,
    chunk_overlap: profile.chunk_overlap,
    reindex: profile.reindex,
    retrieval_strategy: profile.retrieval_strategy,
    similarity_top_k: profile.similarity_top_k,
    hybrid_search: profile.hybrid_search,
    section: profile.section,
    is_default: profile.is_default,
    is_summarize_llm: profile.is_summarizer,
  }
}

/** The ids of adapters that are used for all profiles. */
export type ChosenAdapters = Partial<PortableProfile['adapters']>

/** Parses a project file and finds its adapters by name in the organization. */
export async function parsePortableProject(
  tenant: Tenant,
  file: ProjectFile,
  adapters: ChosenAdapters,
): Promise<PortableProject> {
  const { tool_metadata, tool_settings } = file
  const findAdapter = async (kind: AdapterKind, name?: string | null) =>
    name ? findAdapterId(tenant, kind, name) : undefined
  const profiles: PortableProfile[] = []
  for (const profile of listFileProfiles(file)) {
    profiles.push({
      name: profile.profile_name,
      chunk_size: profile.chunk_size,
      chunk_overlap: profile.chunk_overlap,
      reindex: profile.reindex,
      retrieval_strategy: profile.retrieval_strategy,
      similarity_top_k: profile.similarity_top_k,
      hybrid_search: profile.hybrid_search,
      section: profile.section,
      is_default: profile.is_default,
      is_summarizer: profile.is_summarize_llm,
      adapters: {
        llm: adapters.llm ?? (await findAdapter('llm', profile.llm)),
        embedding: adapters.embedding ?? (await findAdapter('embedding', profile.embedding_model)),
        vectorDb: adapters.vectorDb ?? (await findAdapter('vector-db', profile.vector_store)),
        textExtractor:
          adapters.textExtractor ?? (await findAdapter('text-extractor', profile.x2text)),
      },
    })
  }
  return {
    project: {
      description: tool_metadata.description,
      author: tool_metadata.author,
      icon: tool_metadata.icon ?? '',
      summarize_context: tool_settings.summarize_context,
      summarize_as_source: tool_settings.summarize_as_source,
      summarize_prompt: tool_settings.summarize_prompt ?? '',
      preamble: tool_settings.preamble,
      postamble: tool_settings.postamble,
      grammar: tool_settings.prompt_grammer,
      exclude_failed: tool_settings.exclude_failed,
      single_pass: tool_settings.single_pass_extraction_mode,
      enable_challenge: tool_settings.enable_challenge,
      enable_highlight: tool_settings.enable_highlight,
      enable_embedded_data: tool_settings.enable_embedded_data,
      masking: tool_settings.masking,
      hidden_text_policy: tool_settings.hidden_text_policy,
      checks: tool_settings.checks,
      custom_data: tool_settings.custom_data,
      challengeLlm: await findAdapter('llm', tool_settings.challenge_llm),
      monitorLlm: await findAdapter('llm', tool_settings.monitor_llm),
    },
    profiles,
    prompts: file.prompts.map(({ profile_name, table_settings, ...prompt }, index) => ({
      ...prompt,
      key: prompt.prompt_key,
      sequence_number: prompt.sequence_number ?? index + 1,
      profileName: profile_name,
      table_settings: table_settings && {
        ...defaultTableSettings,
        ...omitUndefined(table_settings),
      },
    })),
  }
}

/**
 * Lists the profiles of the file. The first one is the default if the file marks none or several.
 */
function listFileProfiles({
  profiles,
  default_profile_settings: defaultProfile,
}: ProjectFile): FileProfiles {
  const fileProfiles = profiles ?? (defaultProfile ? [defaultProfile] : [])
  const defaultIndex = Math.max(
    0,
    fileProfiles.findIndex(({ is_default }) => is_default),
  )
  const summarizerIndex = fileProfiles.findIndex(({ is_summarize_llm }) => is_summarize_llm)
  return fileProfiles.map((profile, index) => ({
    ...profile,
    is_default: index === defaultIndex,
    is_summarize_llm: index === summarizerIndex,
  }))
}
