import { maxProfiles } from '@recto/contract/prompt-studio/profiles'
import type { ProjectFile } from '@recto/contract/prompt-studio/project-files'
import { invalid } from '../../../platform/app-error.ts'
import type { Actor } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import { assertChunking } from '../profiles/create-profile.ts'
import {
  changeProfile,
  insertProfile,
  type LlmProfileRow,
  listProfilesOfProjects,
  moveFlag,
} from '../rows/profiles.store.ts'
import type { PortableProfile, PortableProject } from './portable-project.ts'

type CompleteProfile = PortableProfile & {
  readonly adapters: { readonly [Slot in keyof PortableProfile['adapters']]-?: string }
}

/** Throws if an adapter that a file names does not exist here, instead of using another one. */
export function assertAdaptersExist(file: ProjectFile, { project, profiles }: PortableProject) {
  const assertExists = (field: string, name: string | null | undefined, id: unknown) => {
    if (name && !id)
      throw invalid(`data.${field}`, `The adapter ${name} does not exist.`, 'does_not_exist')
  }
  const { challenge_llm, monitor_llm } = file.tool_settings
  assertExists('tool_settings.challenge_llm', challenge_llm, project.challengeLlmId)
  assertExists('tool_settings.monitor_llm', monitor_llm, project.monitorLlmId)
  for (const [index, { adapters, escalationLlmId }] of profiles.entries()) {
    const names = file.profiles?.[index]
    const toPath = (field: string) => `profiles.${index}.${field}`
    for (const [field, id] of [
      ['llm', adapters.llmId],
      ['vector_store', adapters.vectorDbId],
      ['embedding_model', adapters.embeddingId],
      ['x2text', adapters.textExtractorId],
    ] as const) {
      if (!names?.[field])
        throw invalid(`data.${toPath(field)}`, 'This field is required.', 'required')
      assertExists(toPath(field), names[field], id)
    }
    assertExists(toPath('escalation_llm'), names?.escalation_llm, escalationLlmId)
  }
}

type ReplaceProfilesOptions = {
  readonly actor: Actor
  readonly projectId: string
  readonly portable: PortableProject
}

/** Changes and adds profiles; the rows that the file does not have are returned. Call it in a transaction. */
export async function replaceProfiles(
  tenant: Tenant,
  { actor, projectId, portable }: ReplaceProfilesOptions,
): Promise<readonly LlmProfileRow[]> {
  const profiles = portable.profiles as readonly CompleteProfile[]
  assertProfiles(profiles)
  const { challengeLlmId, monitorLlmId } = portable.project
  const adapterIds = profiles.flatMap(({ adapters, escalationLlmId }) => [
    ...Object.values(adapters),
    escalationLlmId,
  ])
  const usedIds = [...adapterIds, challengeLlmId, monitorLlmId].filter((id) => id !== null)
  await assertAdaptersUsable({ db: tenant.db }, actor, usedIds)
  const currentProfiles = await listProfilesOfProjects(tenant, [projectId])
  // Only one profile may have each flag at any time, so they are all cleared first.
  for (const { id } of currentProfiles)
    await changeProfile(tenant, id, { isDefault: false, isSummarizer: false })
  const now = Date.now()
  for (const [index, { adapters, ...profile }] of profiles.entries()) {
    const values = { ...profile, ...adapters, isDefault: false, isSummarizer: false }
    const current = currentProfiles.find(({ name }) => name === profile.name)
    const modifiedBy = actor.userId
    const row = current
      ? await changeProfile(tenant, current.id, { ...values, modifiedBy })
      : await insertProfile(tenant, {
          ...values,
          projectId,
          createdAt: new Date(now + index),
          createdBy: actor.userId,
          modifiedBy,
        })
    if (!row) throw invalid('data.profiles', `The profile “${profile.name}” appears twice.`)
    const key = { projectId, profileId: row.id }
    if (profile.isDefault) await moveFlag(tenant, 'is_default', key)
    if (profile.isSummarizer) await moveFlag(tenant, 'is_summarizer', key)
  }
  return currentProfiles.filter(({ name }) => !profiles.some((profile) => profile.name === name))
}

function assertProfiles(profiles: readonly CompleteProfile[]): void {
  if (profiles.length > maxProfiles) {
    throw invalid('data.profiles', `A project can have at most ${maxProfiles} profiles.`)
  }
  const names = new Set<string>()
  for (const profile of profiles) {
    if (names.has(profile.name))
      throw invalid('data.profiles', `The profile “${profile.name}” appears twice.`, 'unique')
    names.add(profile.name)
    assertChunking(profile)
  }
}
