import { invalid } from '../../../platform/app-error.ts'
import type { Actor } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { defaultTriad } from '../../adapters/adapters.port.ts'
import { insertProfile } from '../rows/profiles.store.ts'
import type { PortableProfile, PortableProject } from './portable-project.ts'

/** Returns the adapter's id if the actor may use it. */
export type FindUsableAdapter = (id: string | null | undefined) => Promise<string | undefined>

type AddProfilesContext = {
  readonly actor: Actor
  readonly projectId: string
  readonly findUsable: FindUsableAdapter
  /** Collects messages about what differs from the original. */
  readonly changes: string[]
}
type AddProfilesOptions = AddProfilesContext & { readonly portable: PortableProject }
type AddProfileOptions = AddProfilesContext & {
  readonly profile: PortableProfile
  readonly createdAt: Date
}

/** The adapters of a profile: as people read them, and as the default adapters name them. */
const slots = {
  llmId: { name: 'language model', slot: 'llm' },
  embeddingId: { name: 'embedding model', slot: 'embedding' },
  vectorDbId: { name: 'vector database', slot: 'vectorDb' },
  textExtractorId: { name: 'text extractor', slot: 'textExtractor' },
} as const

/** Adds the profiles and returns their ids by name. */
export async function addProfiles(
  tenant: Tenant,
  { portable, ...context }: AddProfilesOptions,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  const now = Date.now()
  for (const [index, profile] of portable.profiles.entries()) {
    // Within one transaction all rows would get the same time, and so no defined order.
    const createdAt = new Date(now + index)
    const id = await addProfile(tenant, { ...context, profile, createdAt })
    if (id) ids.set(profile.name, id)
  }
  return ids
}

/**
 * Adds a profile and returns its id; `undefined` if an adapter is missing and the actor has no
 * default for it.
 */
async function addProfile(
  tenant: Tenant,
  { actor, projectId, profile, findUsable, changes, createdAt }: AddProfileOptions,
): Promise<string | undefined> {
  const defaultAdapters = await defaultTriad(tenant, actor)
  const { adapters, escalationLlmId: largeLlmId, ...settings } = profile
  const escalationLlmId = (await findUsable(largeLlmId)) ?? null
  if (largeLlmId !== null && escalationLlmId === null)
    changes.push(`The profile “${profile.name}” has no larger model, because you cannot use it.`)
  const chooseAdapter = async (field: keyof typeof slots) => {
    const { name, slot } = slots[field]
    const ownAdapterId = await findUsable(adapters[field])
    if (!ownAdapterId && defaultAdapters[slot]) {
      changes.push(`The profile “${profile.name}” uses your default ${name}.`)
    }
    return ownAdapterId ?? (await findUsable(defaultAdapters[slot]))
  }
  const llmId = await chooseAdapter('llmId')
  const embeddingId = await chooseAdapter('embeddingId')
  const vectorDbId = await chooseAdapter('vectorDbId')
  const textExtractorId = await chooseAdapter('textExtractorId')
  if (!llmId || !embeddingId || !vectorDbId || !textExtractorId) {
    changes.push(
      `The profile “${profile.name}” was left out, because one of its adapters is missing.`,
    )
    return undefined
  }
  const newProfile = await insertProfile(tenant, {
    projectId,
    ...settings,
    llmId,
    embeddingId,
    vectorDbId,
    textExtractorId,
    escalationLlmId,
    createdAt,
    createdBy: actor.userId,
    modifiedBy: actor.userId,
  })
  if (!newProfile)
    throw invalid('file', `The file contains the profile “${profile.name}” twice.`, 'unique')
  return newProfile.id
}
