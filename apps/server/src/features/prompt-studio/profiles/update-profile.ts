import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import type { AssertExpected } from '../rows/assert-expected.ts'
import { getOwnProfile } from '../rows/get-own-profile.ts'
import { onlyGiven } from '../rows/only-given.ts'
import {
  changeProfile,
  type EditableProfile,
  findProfile,
  type LlmProfileRow,
} from '../rows/profiles.store.ts'
import { lockProject } from '../rows/projects.store.ts'
import { assertChunking } from './assert-chunking.ts'
import { type Flags, markAsAsked, profileNameTaken } from './create-profile.ts'
import { type NamedAdapters, resolveAdapters } from './resolve-adapters.ts'

type Input = {
  readonly actor: Actor
  readonly profileId: string
  readonly values: EditableProfile
  readonly adapters: NamedAdapters
  /** Where the caller says what it saw. */
  readonly assertExpected?: AssertExpected<LlmProfileRow> | undefined
} & Flags

export async function updateProfile(
  ctx: Pick<Context, 'db'>,
  { actor, profileId, values: changed, ...input }: Input,
): Promise<LlmProfileRow> {
  const profile = await getOwnProfile(ctx, { actor, profileId })
  const outer = tenantOf(ctx, actor)
  const adapters = await resolveAdapters(outer, input.adapters)
  const before: unknown[] = Object.values(profile)
  const added = Object.values(adapters).filter((id) => !before.includes(id))
  await assertAdaptersUsable(ctx, actor, added)

  return inTransaction(outer, async (tenant) => {
    await lockProject(tenant, profile.project_id)
    await input.assertExpected?.(tenant, await findProfile(tenant, profileId))
    const { chunk_size: chunkSize, chunk_overlap: chunkOverlap } = profile
    assertChunking({ chunkSize, chunkOverlap, ...onlyGiven(changed) })
    const updated = await changeProfile(tenant, profileId, {
      ...changed,
      ...adapters,
      ...clearedFlags(input),
      modifiedBy: actor.userId,
    })
    if (!updated) throw profileNameTaken(changed.name ?? profile.name)
    return markAsAsked(tenant, updated, input)
  })
}

function clearedFlags({ isDefault, isSummarizer }: Flags) {
  return {
    ...(isDefault === false && { isDefault: false }),
    ...(isSummarizer === false && { isSummarizer: false }),
  }
}
