import { type ProjectFile, projectFormat } from '@recto/contract/project-files'
import { defaultTableSettings } from '@recto/contract/table-settings'
import type { Tenant } from '../../../platform/db/database.ts'
import { toWireFields } from '../../../platform/wire-fields.ts'
import { adapterNames, findAdapterId } from '../../adapters/adapters.port.ts'
import { onlyGiven } from '../rows/only-given.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import type { PortableProfile, PortableProject } from './portable-project.ts'

export const toTransferRefusal = toWireFields({ name: 'tool_name', projectId: 'tool_id' })

type Named = Pick<ProjectRow, 'id' | 'name'>

/** Adapters appear by their names. */
export async function presentProjectFile(
  tenant: Tenant,
  { id, name }: Named,
  { project, profiles, prompts }: PortableProject,
): Promise<ProjectFile> {
  const ids = [
    ...[project.challengeLlm, project.monitorLlm],
    ...profiles.flatMap(({ adapters }) => Object.values(adapters)),
  ].filter((one) => one !== undefined)
  const names = await adapterNames(tenant, ids)
  const nameOf = (adapterId: string | undefined) => names.get(adapterId ?? '')
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
      challenge_llm: nameOf(project.challengeLlm) ?? null,
      monitor_llm: nameOf(project.monitorLlm) ?? null,
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
      .map((profile) => presentProfile(profile, nameOf))[0],
    profiles: profiles.map((profile) => presentProfile(profile, nameOf)),
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

type Profiles = NonNullable<ProjectFile['profiles']>

function presentProfile(
  profile: PortableProfile,
  nameOf: (id: string | undefined) => string | undefined,
): Profiles[number] {
  const { adapters } = profile
  return {
    profile_name: profile.name,
    llm: nameOf(adapters.llm),
    vector_store: nameOf(adapters.vectorDb),
    embedding_model: nameOf(adapters.embedding),
    x2text: nameOf(adapters.textExtractor),
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

/** The adapters that were named for all profiles, by their ids. */
export type ChosenAdapters = Partial<PortableProfile['adapters']>

/** Finds the adapters that the file names among those of the organization. */
export async function portableFrom(
  tenant: Tenant,
  file: ProjectFile,
  chosen: ChosenAdapters,
): Promise<PortableProject> {
  const { tool_metadata, tool_settings } = file
  const find = async (kind: Parameters<typeof findAdapterId>[1], name?: string | null) =>
    name ? findAdapterId(tenant, kind, name) : undefined
  const profiles: PortableProfile[] = []
  for (const profile of profilesOf(file)) {
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
        llm: chosen.llm ?? (await find('llm', profile.llm)),
        embedding: chosen.embedding ?? (await find('embedding', profile.embedding_model)),
        vectorDb: chosen.vectorDb ?? (await find('vector-db', profile.vector_store)),
        textExtractor: chosen.textExtractor ?? (await find('text-extractor', profile.x2text)),
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
      challengeLlm: await find('llm', tool_settings.challenge_llm),
      monitorLlm: await find('llm', tool_settings.monitor_llm),
    },
    profiles,
    prompts: file.prompts.map(({ profile_name, table_settings, ...prompt }, place) => ({
      ...prompt,
      key: prompt.prompt_key,
      sequence_number: prompt.sequence_number ?? place + 1,
      profileName: profile_name,
      table_settings: table_settings && { ...defaultTableSettings, ...onlyGiven(table_settings) },
    })),
  }
}

/** The first one is the default where none says so, or more than one does. */
function profilesOf({ profiles, default_profile_settings: only }: ProjectFile): Profiles {
  const given = profiles ?? (only ? [only] : [])
  const byDefault = Math.max(
    0,
    given.findIndex(({ is_default }) => is_default),
  )
  const summarizer = given.findIndex(({ is_summarize_llm }) => is_summarize_llm)
  return given.map((profile, place) => ({
    ...profile,
    is_default: place === byDefault,
    is_summarize_llm: place === summarizer,
  }))
}
