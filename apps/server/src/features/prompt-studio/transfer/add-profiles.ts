import { invalid } from '../../../platform/app-error.ts'
import type { Actor } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { defaultTriad } from '../../adapters/adapters.port.ts'
import { insertProfile } from '../rows/profiles.store.ts'
import type { PortableProfile, PortableProject } from './portable-project.ts'

/** The adapter, if the actor may use it. */
export type Usable = (id: string | null | undefined) => Promise<string | undefined>

type Shared = {
  readonly actor: Actor
  readonly projectId: string
  readonly usable: Usable
  /** What became otherwise than it was is added. */
  readonly changes: string[]
}
type NewProfiles = Shared & { readonly portable: PortableProject }
type NewProfile = Shared & { readonly profile: PortableProfile; readonly createdAt: Date }

/** Returns their ids by their names. */
export async function addProfiles(
  tenant: Tenant,
  { portable, ...shared }: NewProfiles,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  const now = Date.now()
  for (const [place, profile] of portable.profiles.entries()) {
    // Made in one transaction, they would all be of the same moment, and stand in any order.
    const createdAt = new Date(now + place)
    const id = await addProfile(tenant, { ...shared, profile, createdAt })
    if (id) ids.set(profile.name, id)
  }
  return ids
}

/** Its id; `undefined` where an adapter is missing and the actor has no default one. */
async function addProfile(
  tenant: Tenant,
  { actor, projectId, profile, usable, changes, createdAt }: NewProfile,
): Promise<string | undefined> {
  const triad = await defaultTriad(tenant, actor)
  const { adapters } = profile
  const chosen = async (slot: keyof typeof adapters) => {
    const own = await usable(adapters[slot])
    if (!own && triad[slot]) changes.push(replaced(profile.name, slot))
    return own ?? (await usable(triad[slot]))
  }
  const llmId = await chosen('llm')
  const embeddingId = await chosen('embedding')
  const vectorDbId = await chosen('vectorDb')
  const textExtractorId = await chosen('textExtractor')
  if (!llmId || !embeddingId || !vectorDbId || !textExtractorId) {
    changes.push(`The profile “${profile.name}” is left out: an adapter of it is missing.`)
    return undefined
  }
  const made = await insertProfile(tenant, {
    projectId,
    name: profile.name,
    ...{ llmId, embeddingId, vectorDbId, textExtractorId },
    chunkSize: profile.chunk_size,
    chunkOverlap: profile.chunk_overlap,
    reindex: profile.reindex,
    retrievalStrategy: profile.retrieval_strategy,
    similarityTopK: profile.similarity_top_k,
    hybridSearch: profile.hybrid_search,
    section: profile.section,
    isDefault: profile.is_default,
    isSummarizer: profile.is_summarizer,
    createdAt,
    createdBy: actor.userId,
    modifiedBy: actor.userId,
  })
  if (!made) throw invalid('file', `The profile “${profile.name}” is there twice.`, 'unique')
  return made.id
}

const slotNames = {
  llm: 'language model',
  embedding: 'embedding',
  vectorDb: 'vector database',
  textExtractor: 'text extractor',
} as const

const replaced = (profile: string, slot: keyof typeof slotNames) =>
  `The profile “${profile}” has your default ${slotNames[slot]}.`
