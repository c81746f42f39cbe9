import type { Tenant } from '../../../platform/db/database.ts'
import { findProfile, type LlmProfileRow } from '../rows/profiles.store.ts'

type FindProfileRequest = {
  readonly profileId: string
  /** The required owner. */
  readonly ownerId: number | null | 'anybody'
}

/** Finds a profile in any project if it belongs to the owner. */
export async function findProfileOfOwner(
  tenant: Tenant,
  { profileId, ownerId }: FindProfileRequest,
): Promise<LlmProfileRow | undefined> {
  const profile = await findProfile(tenant, profileId)
  return ownerId === 'anybody' || profile?.created_by === ownerId ? profile : undefined
}
