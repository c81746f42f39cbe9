import type { LlmProfile, ProfileChanges, ProfileFields } from '@recto/contract/profiles'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { presentTime } from '../../../platform/present-time.ts'
import { toWireFields } from '../../../platform/wire-fields.ts'
import { adapterNames } from '../../adapters/adapters.port.ts'
import { assertExpected } from '../rows/assert-expected.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'
import { adaptersOf } from './answer-settings-of.ts'

export const toProfileRefusal = toWireFields({
  embedding: 'embedding_model',
  vectorDb: 'vector_store',
  textExtractor: 'x2text',
  chunkOverlap: 'chunk_overlap',
})

export const profileChanges = (fields: ProfileChanges) => ({
  values: {
    name: fields.profile_name,
    chunkSize: fields.chunk_size,
    chunkOverlap: fields.chunk_overlap,
    reindex: fields.reindex,
    retrievalStrategy: fields.retrieval_strategy,
    similarityTopK: fields.similarity_top_k,
    hybridSearch: fields.hybrid_search,
    section: fields.section,
  },
  adapters: {
    llm: fields.llm,
    embedding: fields.embedding_model,
    vectorDb: fields.vector_store,
    textExtractor: fields.x2text,
  },
  isDefault: fields.is_default,
  isSummarizer: fields.is_summarize_llm,
})

export const expectedProfile = ({ expected }: ProfileChanges) =>
  assertExpected('profile', expected, async (tenant, row: LlmProfileRow) => {
    const [read] = await presentProfilesOf(tenant, [row])
    return read ?? {}
  })

export function newProfile(fields: ProfileFields) {
  const { values, ...given } = profileChanges(fields)
  return {
    ...given,
    values: { ...values, name: fields.profile_name },
    adapters: {
      llm: fields.llm,
      embedding: fields.embedding_model,
      vectorDb: fields.vector_store,
      textExtractor: fields.x2text,
    },
  }
}

/** Adapters appear by their names. */
export async function presentProfiles(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  profiles: readonly LlmProfileRow[],
): Promise<LlmProfile[]> {
  return presentProfilesOf(tenantOf(ctx, actor), profiles)
}

/** Of a project that whoever asks may see. */
export async function presentProfilesOf(
  tenant: Tenant,
  profiles: readonly LlmProfileRow[],
): Promise<LlmProfile[]> {
  const names = await adapterNames(tenant, profiles.flatMap(adaptersOf))
  return profiles.map((profile) => present(profile, (id) => names.get(id) ?? ''))
}

export async function presentProfile(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  profile: LlmProfileRow,
): Promise<LlmProfile> {
  const [presented] = await presentProfiles(ctx, actor, [profile])
  return presented!
}

function present(profile: LlmProfileRow, nameOf: (adapterId: string) => string): LlmProfile {
  return {
    profile_id: profile.id,
    profile_name: profile.name,
    llm: nameOf(profile.llm_id),
    vector_store: nameOf(profile.vector_db_id),
    embedding_model: nameOf(profile.embedding_id),
    x2text: nameOf(profile.text_extractor_id),
    chunk_size: profile.chunk_size,
    chunk_overlap: profile.chunk_overlap,
    reindex: profile.reindex,
    retrieval_strategy: profile.retrieval_strategy,
    similarity_top_k: profile.similarity_top_k,
    hybrid_search: profile.hybrid_search,
    section: profile.section,
    prompt_studio_tool: profile.project_id,
    is_default: profile.is_default,
    is_summarize_llm: profile.is_summarizer,
    created_by: profile.created_by,
    modified_by: profile.modified_by,
    created_at: presentTime(profile.created_at),
    modified_at: presentTime(profile.modified_at),
  }
}
