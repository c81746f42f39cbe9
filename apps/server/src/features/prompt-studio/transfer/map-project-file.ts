import { profileFields } from '@recto/contract/prompt-studio/profile-fields'
import { projectHead, projectSettings } from '@recto/contract/prompt-studio/project-fields'
import { type ProjectFile, projectFormat } from '@recto/contract/prompt-studio/project-files'
import { promptFields, promptParts } from '@recto/contract/prompt-studio/prompt-fields'
import { fromWire, pickWay, toWire } from '@recto/contract/wire/fields'
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

const headOfFile = pickWay(projectHead, 'file')
const settingsOfFile = pickWay(projectSettings, 'file')
const profileOfFile = pickWay(profileFields, 'file')
const promptOfFile = pickWay({ ...promptFields, ...promptParts }, 'file')

type ProjectIdentity = Pick<ProjectRow, 'id' | 'name'>

/** Presents a project as a file, with the names of its adapters. */
export async function presentProjectFile(
  tenant: Tenant,
  { id, name }: ProjectIdentity,
  { project, profiles, prompts }: PortableProject,
): Promise<ProjectFile> {
  const ids = [
    project.challengeLlmId,
    project.monitorLlmId,
    ...profiles.flatMap(({ adapters, escalationLlmId }) => [
      ...Object.values(adapters),
      escalationLlmId,
    ]),
  ].filter((id) => typeof id === 'string')
  const names = await adapterNames(tenant, ids)
  const getAdapterName = (adapterId: string | null | undefined) => names.get(adapterId ?? '')
  return {
    tool_metadata: { tool_name: name, ...toWire(headOfFile, project) },
    tool_settings: {
      ...toWire(settingsOfFile, project),
      challenge_llm: getAdapterName(project.challengeLlmId) ?? null,
      monitor_llm: getAdapterName(project.monitorLlmId) ?? null,
    },
    default_profile_settings: profiles
      .filter(({ isDefault }) => isDefault)
      .map((profile) => presentFileProfile(profile, getAdapterName))[0],
    profiles: profiles.map((profile) => presentFileProfile(profile, getAdapterName)),
    prompts: prompts.map((prompt) => ({
      ...toWire(promptOfFile, prompt),
      profile_name: prompt.profileName,
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
    ...toWire(profileOfFile, profile),
    llm: getAdapterName(adapters.llmId),
    vector_store: getAdapterName(adapters.vectorDbId),
    embedding_model: getAdapterName(adapters.embeddingId),
    x2text: getAdapterName(adapters.textExtractorId),
    escalation_llm: getAdapterName(profile.escalationLlmId ?? undefined) ?? null,
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
      ...fromWire(profileOfFile, profile),
      escalationLlmId: (await findAdapter('llm', profile.escalation_llm)) ?? null,
      adapters: {
        llmId: adapters.llmId ?? (await findAdapter('llm', profile.llm)),
        embeddingId:
          adapters.embeddingId ?? (await findAdapter('embedding', profile.embedding_model)),
        vectorDbId: adapters.vectorDbId ?? (await findAdapter('vector-db', profile.vector_store)),
        textExtractorId:
          adapters.textExtractorId ?? (await findAdapter('text-extractor', profile.x2text)),
      },
    })
  }
  return {
    project: {
      ...fromWire(headOfFile, tool_metadata),
      ...fromWire(settingsOfFile, tool_settings),
      challengeLlmId: (await findAdapter('llm', tool_settings.challenge_llm)) ?? null,
      monitorLlmId: (await findAdapter('llm', tool_settings.monitor_llm)) ?? null,
    },
    profiles,
    prompts: file.prompts.map((prompt, index) => ({
      ...fromWire(promptOfFile, prompt),
      sequenceNumber: prompt.sequence_number ?? index + 1,
      profileName: prompt.profile_name,
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
