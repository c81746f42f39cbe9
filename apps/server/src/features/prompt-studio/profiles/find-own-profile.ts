import type { Tenant } from '../../../platform/db/database.ts'
import { findProfile, type LlmProfileRow } from '../rows/profiles.store.ts'

type Input = { readonly profileId: string; readonly ownerId: number | null }

/** A profile that the person has made, in whichever project. */
export async function findOwnProfile(
  tenant: Tenant,
  { profileId, ownerId }: Input,
): Promise<LlmProfileRow | undefined> {
  const profile = await findProfile(tenant, profileId)
  return profile && profile.created_by === ownerId ? profile : undefined
}
