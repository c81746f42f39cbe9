import { omitUndefined } from '@recto/omit-undefined'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import {
  type AdapterOpeningDependencies,
  assertAdaptersUsable,
} from '../../adapters/adapters.port.ts'
import { getOwnProfile } from '../rows/access.ts'
import type { AssertUnchanged } from '../rows/assert-unchanged.ts'
import {
  changeProfile,
  type EditableProfile,
  findProfile,
  type LlmProfileRow,
} from '../rows/profiles.store.ts'
import { lockProject } from '../rows/projects.store.ts'
import { assertModelSees } from './assert-model-sees.ts'
import { assertChunking, type ProfileFlags, profileNameTaken, setFlags } from './create-profile.ts'
import {
  type AdapterReferences,
  resolveEscalationLlm,
  resolveProfileAdapters,
} from './resolve-profile-adapters.ts'

type UpdateProfileRequest = {
  readonly actor: Actor
  readonly profileId: string
  readonly values: EditableProfile
  readonly adapters: AdapterReferences
  readonly escalationLlmId?: string | null | undefined
  /** Present if the caller says what it has seen. */
  readonly assertUnchanged?: AssertUnchanged<LlmProfileRow> | undefined
} & ProfileFlags

export async function updateLlmProfile(
  ctx: AdapterOpeningDependencies & Pick<Context, 'db'>,
  { actor, profileId, values: changes, ...options }: UpdateProfileRequest,
): Promise<LlmProfileRow> {
  const profile = await getOwnProfile(ctx, { actor, profileId })
  const ownTenant = tenantOf(ctx, actor)
  const adapters = {
    ...(await resolveProfileAdapters(ownTenant, options.adapters)),
    ...(await resolveOptionalAdapter(ownTenant, options)),
  }
  const currentValues: unknown[] = Object.values(profile)
  const newAdapterIds = Object.values(adapters).filter(
    (id): id is string => typeof id === 'string' && !currentValues.includes(id),
  )
  await assertAdaptersUsable(ctx, actor, newAdapterIds)

  return inTransaction(ownTenant, async (tenant) => {
    await lockProject(tenant, profile.project_id)
    await options.assertUnchanged?.(tenant, await findProfile(tenant, profileId))
    const { chunk_size: chunkSize, chunk_overlap: chunkOverlap } = profile
    assertChunking({ chunkSize, chunkOverlap, ...omitUndefined(changes) })
    const updatedProfile = await changeProfile(tenant, profileId, {
      ...changes,
      ...adapters,
      ...getClearedFlags(options),
      modifiedBy: actor.userId,
    })
    if (!updatedProfile) throw profileNameTaken(changes.name ?? profile.name)
    await assertModelSees(ctx, tenant, updatedProfile)
    return setFlags(tenant, updatedProfile, options)
  })
}

async function resolveOptionalAdapter(
  tenant: Tenant,
  { escalationLlmId }: Pick<UpdateProfileRequest, 'escalationLlmId'>,
) {
  return escalationLlmId === undefined
    ? {}
    : { escalationLlmId: await resolveEscalationLlm(tenant, escalationLlmId) }
}

function getClearedFlags({ isDefault, isSummarizer }: ProfileFlags) {
  return omitUndefined({
    isDefault: isDefault === false ? false : undefined,
    isSummarizer: isSummarizer === false ? false : undefined,
  })
}
