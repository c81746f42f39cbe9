import { isDeepStrictEqual } from 'node:util'
import { maxProfiles } from '@recto/contract/prompt-studio/profiles'
import type { ProjectFile } from '@recto/contract/prompt-studio/project-files'
import { forbidden, invalid } from '../../../platform/app-error.ts'
import type { Actor } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import type { IndexToRemove } from '../documents/remove-vectors.ts'
import { assertChunking } from '../profiles/create-profile.ts'
import { deleteProfileRows } from '../profiles/delete-profile.ts'
import { hasProjectPermission } from '../rows/access.ts'
import {
  changeProfile,
  insertProfile,
  type LlmProfileRow,
  listProfilesOfProjects,
  moveFlag,
} from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'
import {
  type PortableProfile,
  type PortableProject,
  toPortableProfile,
} from './portable-project.ts'

type CompleteProfile = PortableProfile & {
  readonly adapters: { readonly [Slot in keyof PortableProfile['adapters']]-?: string }
}

/** Throws if an adapter that a file names does not exist here, instead of using another one. */
export function assertAdaptersExist(
  file: ProjectFile,
  { project, profiles }: PortableProject,
  /** The field of the request that has the file. */
  place: 'data' | 'file',
) {
  const assertExists = (field: string, name: string | null | undefined, id: unknown) => {
    if (name && !id)
      throw invalid(`${place}.${field}`, `The adapter ${name} does not exist.`, 'does_not_exist')
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
        throw invalid(`${place}.${toPath(field)}`, 'This field is required.', 'required')
      assertExists(toPath(field), names[field], id)
    }
    assertExists(toPath('escalation_llm'), names?.escalation_llm, escalationLlmId)
  }
}

type ReplaceProfilesOptions = {
  readonly actor: Actor
  readonly project: ProjectRow
  readonly portable: PortableProject
}

type ReplacedProfiles = {
  /** The vectors of deleted profiles, to be removed after the transaction. */
  readonly removedIndexes: readonly IndexToRemove[]
  readonly counts: Readonly<Record<`profiles_${'created' | 'changed' | 'deleted'}`, number>>
}

/**
 * Changes, adds and deletes profiles. Throws 403 if the actor may not change one that differs, or delete one that the
 * file does not have. Call it in a transaction.
 */
export async function replaceProfiles(
  tenant: Tenant,
  { actor, project, portable }: ReplaceProfilesOptions,
): Promise<ReplacedProfiles> {
  const profiles = portable.profiles as readonly CompleteProfile[]
  assertProfiles(profiles)
  await assertAdaptersUsable({ db: tenant.db }, actor, listAdapterIds(portable))
  const currentProfiles = await listProfilesOfProjects(tenant, [project.id])
  const differentProfiles = currentProfiles.filter(
    (current) => !profiles.some((profile) => hasSameSettings(current, profile)),
  )
  for (const part of differentProfiles) {
    const mayOpen = await hasProjectPermission(tenant, actor, 'profile/open', { project, part })
    if (!mayOpen) throw forbidden()
  }
  const surplusProfiles = currentProfiles.filter(
    ({ name }) => !profiles.some((profile) => profile.name === name),
  )
  await saveProfiles(tenant, { actor, projectId: project.id, profiles, currentProfiles })
  const removedIndexes: IndexToRemove[] = []
  for (const profile of surplusProfiles)
    removedIndexes.push(...(await deleteProfileRows(tenant, profile)))
  const deletedCount = surplusProfiles.length
  return {
    removedIndexes,
    counts: {
      profiles_created: profiles.length - (currentProfiles.length - deletedCount),
      profiles_changed: differentProfiles.length - deletedCount,
      profiles_deleted: deletedCount,
    },
  }
}

export function listAdapterIds({ profiles, project }: PortableProject): string[] {
  const ids = profiles.flatMap(({ adapters, escalationLlmId }) => [
    ...Object.values(adapters),
    escalationLlmId,
  ])
  return [...ids, project.challengeLlmId, project.monitorLlmId].filter(
    (id) => typeof id === 'string',
  )
}

type SaveProfilesOptions = {
  readonly actor: Actor
  readonly projectId: string
  readonly profiles: readonly CompleteProfile[]
  readonly currentProfiles: readonly LlmProfileRow[]
}

async function saveProfiles(
  tenant: Tenant,
  { actor, projectId, profiles, currentProfiles }: SaveProfilesOptions,
): Promise<void> {
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
}

/** Which profile is the default one is a setting of the project, which all who see it can change. */
function hasSameSettings(current: LlmProfileRow, profile: CompleteProfile): boolean {
  const { isDefault: _, ...settings } = profile
  const currentSettings: Readonly<Record<string, unknown>> = toPortableProfile(current)
  return Object.entries(settings).every(([name, value]) =>
    isDeepStrictEqual(currentSettings[name], value),
  )
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
