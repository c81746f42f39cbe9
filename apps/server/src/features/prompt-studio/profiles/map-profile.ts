import {
  profileAdapters,
  profileEscalation,
  profileFields,
  profileFlags,
  profileSettings,
} from '@recto/contract/prompt-studio/profile-fields'
import type {
  LlmProfile,
  ProfileChanges,
  ProfileFields,
} from '@recto/contract/prompt-studio/profiles'
import { fromWire, wireNamesOf } from '@recto/contract/wire/fields'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { presentFields } from '../../../platform/db/field-columns.ts'
import { rethrowWithWireFields } from '../../../platform/rethrow-with-wire-fields.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { adapterNames } from '../../adapters/adapters.port.ts'
import { createUnchangedAssertion } from '../rows/assert-unchanged.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'
import { listProfileAdapterIds } from './answer-settings.ts'

export const rethrowProfileError = rethrowWithWireFields(wireNamesOf(profileFields))

export const toProfileFields = (body: ProfileChanges) => ({
  values: fromWire(profileSettings, body),
  ...fromWire(profileEscalation, body),
  adapters: fromWire(profileAdapters, body),
  ...fromWire(profileFlags, body),
})

export const toProfileAssertion = ({ expected }: ProfileChanges) =>
  createUnchangedAssertion('profile', expected, async (tenant, row: LlmProfileRow) => {
    const [reply] = await presentProfilesOfTenant(tenant, [row])
    return reply ?? {}
  })

export const toNewProfile = (body: ProfileFields) => ({
  values: fromWire(profileSettings, body),
  ...fromWire(profileEscalation, body),
  adapters: fromWire(profileAdapters, body),
  ...fromWire(profileFlags, body),
})

/** Presents profiles with the names of their adapters. */
export async function presentProfiles(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  profiles: readonly LlmProfileRow[],
): Promise<LlmProfile[]> {
  return presentProfilesOfTenant(tenantOf(ctx, actor), profiles)
}

/** Does not check whether the caller may see the profiles. */
export async function presentProfilesOfTenant(
  tenant: Tenant,
  profiles: readonly LlmProfileRow[],
): Promise<LlmProfile[]> {
  const names = await adapterNames(tenant, profiles.flatMap(listProfileAdapterIds))
  return profiles.map((profile) => toProfileReply(profile, (id) => names.get(id) ?? ''))
}

export async function presentLlmProfile(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  profile: LlmProfileRow,
): Promise<LlmProfile> {
  const [reply] = await presentProfiles(ctx, actor, [profile])
  return reply!
}

function toProfileReply(
  profile: LlmProfileRow,
  getAdapterName: (adapterId: string) => string,
): LlmProfile {
  return {
    profile_id: profile.id,
    ...presentFields(profileFields, profile),
    llm: getAdapterName(profile.llm_id),
    vector_store: getAdapterName(profile.vector_db_id),
    embedding_model: getAdapterName(profile.embedding_id),
    x2text: getAdapterName(profile.text_extractor_id),
    escalation_llm:
      profile.escalation_llm_id === null ? null : getAdapterName(profile.escalation_llm_id),
    prompt_studio_tool: profile.project_id,
    created_by: profile.created_by,
    modified_by: profile.modified_by,
    created_at: presentTime(profile.created_at),
    modified_at: presentTime(profile.modified_at),
  }
}
