import type { profileSettings } from '@recto/contract/prompt-studio/profile-fields'
import { maxProfiles } from '@recto/contract/prompt-studio/profiles'
import type { FieldValues } from '@recto/contract/wire/fields'
import { badRequest, forbidden, invalid } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import {
  type AdapterOpeningDependencies,
  assertAdaptersUsable,
} from '../../adapters/adapters.port.ts'
import { getProject } from '../rows/access.ts'
import {
  type EditableProfile,
  insertProfile,
  type LlmProfileRow,
  listProfilesOfProjects,
  moveFlag,
} from '../rows/profiles.store.ts'
import { lockProject } from '../rows/projects.store.ts'
import { assertModelSees } from './assert-model-sees.ts'
import {
  type CompleteAdapterReferences,
  resolveEscalationLlm,
  resolveProfileAdapters,
} from './resolve-profile-adapters.ts'

type CreateProfileRequest = {
  readonly actor: Actor
  readonly projectId: string
  readonly values: FieldValues<typeof profileSettings>
  readonly adapters: CompleteAdapterReferences
  readonly escalationLlmId: string | null
} & ProfileFlags

/** An absent flag is not changed. */
export type ProfileFlags = {
  readonly isDefault?: boolean | undefined
  readonly isSummarizer?: boolean | undefined
}

/** The first profile of a project becomes its default, which all its prompts follow. */
export async function createProfile(
  ctx: AdapterOpeningDependencies & Pick<Context, 'db'>,
  { actor, projectId, values, ...options }: CreateProfileRequest,
): Promise<LlmProfileRow> {
  await getProject(ctx, { actor, projectId })
  const ownTenant = tenantOf(ctx, actor)
  const adapters = await resolveProfileAdapters(ownTenant, options.adapters)
  const escalationLlmId = await resolveEscalationLlm(ownTenant, options.escalationLlmId)
  await assertAdaptersUsable(ctx, actor, [
    ...Object.values(adapters),
    ...(escalationLlmId === null ? [] : [escalationLlmId]),
  ])

  return inTransaction(ownTenant, async (tenant) => {
    await lockProject(tenant, projectId)
    const existingProfiles = await listProfilesOfProjects(tenant, [projectId])
    if (existingProfiles.length >= maxProfiles) {
      throw forbidden(`A project can have at most ${maxProfiles} profiles.`)
    }
    assertChunking(values)
    const profile = await insertProfile(tenant, {
      ...values,
      ...adapters,
      escalationLlmId,
      projectId,
      createdBy: actor.userId,
      modifiedBy: actor.userId,
    })
    if (!profile) throw profileNameTaken(values.name)
    await assertModelSees(ctx, tenant, profile)

    const isFirst = existingProfiles.length === 0
    return setFlags(tenant, profile, isFirst ? { ...options, isDefault: true } : options)
  })
}

/** Sets the requested flags of the profile and clears them on the others. */
export async function setFlags(
  tenant: Tenant,
  profile: LlmProfileRow,
  { isDefault = false, isSummarizer = false }: ProfileFlags,
): Promise<LlmProfileRow> {
  const key = { projectId: profile.project_id, profileId: profile.id }
  if (isDefault) await moveFlag(tenant, 'is_default', key)
  if (isSummarizer) await moveFlag(tenant, 'is_summarizer', key)
  return {
    ...profile,
    is_default: profile.is_default || isDefault,
    is_summarizer: profile.is_summarizer || isSummarizer,
  }
}

export const profileNameTaken = (name: string) =>
  badRequest(`A profile with the name “${name}” already exists in this project.`)

type Chunking = Pick<EditableProfile, 'chunkSize' | 'chunkOverlap'>

/** Throws if the overlap is as long as a chunk, because chunking would never end. */
export function assertChunking({ chunkSize, chunkOverlap }: Chunking): void {
  if (!chunkSize || (chunkOverlap ?? 0) < chunkSize) return
  throw invalid('chunkOverlap', 'The overlap must be smaller than the chunk size.')
}
