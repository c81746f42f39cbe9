import type { Tenant } from '../../../platform/db/database.ts'
import { findProfile, type LlmProfileRow } from '../rows/profiles.store.ts'

type Input = {
  readonly profileId: string
  /** Who has to have made it. */
  readonly ownerId: number | null | 'anybody'
}

/** A profile that the person has made, or anybody, in whichever project. */
export async function findOwnProfile(
  tenant: Tenant,
  { profileId, ownerId }: Input,
): Promise<LlmProfileRow | undefined> {
  const profile = await findProfile(tenant, profileId)
  return ownerId === 'anybody' || profile?.created_by === ownerId ? profile : undefined
}
