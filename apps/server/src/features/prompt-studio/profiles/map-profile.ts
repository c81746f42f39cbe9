import type {
  LlmProfile,
  ProfileChanges,
  ProfileFields,
} from '@recto/contract/prompt-studio/profiles'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { rethrowWithWireFields } from '../../../platform/rethrow-with-wire-fields.ts'
import { presentTime } from '../../../platform/wire-format.ts'
import { adapterNames } from '../../adapters/adapters.port.ts'
import { createUnchangedAssertion } from '../rows/assert-unchanged.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'
import { listProfileAdapterIds } from './answer-settings.ts'

export const rethrowProfileError = rethrowWithWireFields({
  embedding: 'embedding_model',
  vectorDb: 'vector_store',
  textExtractor: 'x2text',
  chunkOverlap: 'chunk_overlap',
})

export const toProfileFields = (fields: ProfileChanges) => ({
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

export const toProfileAssertion = ({ expected }: ProfileChanges) =>
  createUnchangedAssertion('profile', expected, async (tenant, row: LlmProfileRow) => {
    const [reply] = await presentProfilesOfTenant(tenant, [row])
    return reply ?? {}
  })

export function toNewProfile(fields: ProfileFields) {
  const { values, isDefault, isSummarizer } = toProfileFields(fields)
  return {
    isDefault,
    isSummarizer,
    values: { ...values, name: fields.profile_name },
    adapters: {
      llm: fields.llm,
      embedding: fields.embedding_model,
      vectorDb: fields.vector_store,
      textExtractor: fields.x2text,
    },
  }
}

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
    profile_name: profile.name,
    llm: getAdapterName(profile.llm_id),
    vector_store: getAdapterName(profile.vector_db_id),
    embedding_model: getAdapterName(profile.embedding_id),
    x2text: getAdapterName(profile.text_extractor_id),
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
