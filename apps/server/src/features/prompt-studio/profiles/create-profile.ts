import { maxProfiles } from '@recto/contract/profiles'
import { badRequest, forbidden } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/in-transaction.ts'
import { assertAdaptersUsable } from '../../adapters/adapters.port.ts'
import { getProject } from '../rows/get-project.ts'
import { onlyGiven } from '../rows/only-given.ts'
import {
  type EditableProfile,
  insertProfile,
  type LlmProfileRow,
  listProfilesOfProjects,
  moveFlag,
} from '../rows/profiles.store.ts'
import { lockProject } from '../rows/projects.store.ts'
import { profileDefaults } from './add-default-profile.ts'
import { assertChunking } from './assert-chunking.ts'
import { type AllAdapters, resolveAdapters } from './resolve-adapters.ts'

type Input = {
  readonly actor: Actor
  readonly projectId: string
  readonly values: EditableProfile & { readonly name: string }
  readonly adapters: AllAdapters
} & Flags

/** Absent flags stay as they are. */
export type Flags = {
  readonly isDefault?: boolean | undefined
  readonly isSummarizer?: boolean | undefined
}

/** The first profile of a project becomes its default, which all its prompts follow. */
export async function createProfile(
  ctx: Pick<Context, 'db'>,
  { actor, projectId, values, ...input }: Input,
): Promise<LlmProfileRow> {
  await getProject(ctx, { actor, projectId })
  const outer = tenantOf(ctx, actor)
  const adapters = await resolveAdapters(outer, input.adapters)
  await assertAdaptersUsable(ctx, actor, Object.values(adapters))

  return inTransaction(outer, async (tenant) => {
    await lockProject(tenant, projectId)
    const others = await listProfilesOfProjects(tenant, [projectId])
    if (others.length >= maxProfiles) {
      throw forbidden(`A project can have at most ${maxProfiles} profiles.`)
    }
    const complete = { ...profileDefaults, ...onlyGiven(values) }
    assertChunking(complete)
    const profile = await insertProfile(tenant, {
      ...complete,
      ...adapters,
      name: values.name,
      projectId,
      createdBy: actor.userId,
      modifiedBy: actor.userId,
    })
    if (!profile) throw profileNameTaken(values.name)

    const isFirst = others.length === 0
    return markAsAsked(tenant, profile, isFirst ? { ...input, isDefault: true } : input)
  })
}

/** Gives the profile the flags that were asked for, and takes them from the others. */
export async function markAsAsked(
  tenant: Tenant,
  profile: LlmProfileRow,
  { isDefault = false, isSummarizer = false }: Flags,
): Promise<LlmProfileRow> {
  const marked = { projectId: profile.project_id, profileId: profile.id }
  if (isDefault) await moveFlag(tenant, 'is_default', marked)
  if (isSummarizer) await moveFlag(tenant, 'is_summarizer', marked)
  return {
    ...profile,
    is_default: profile.is_default || isDefault,
    is_summarizer: profile.is_summarizer || isSummarizer,
  }
}

export const profileNameTaken = (name: string) =>
  badRequest(`A profile with the name “${name}” already exists in this project.`)
