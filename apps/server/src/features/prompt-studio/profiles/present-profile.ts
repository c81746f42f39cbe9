import type { LlmProfile } from '@recto/contract/profiles'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { presentTime } from '../../../platform/present-time.ts'
import { adapterNames } from '../../adapters/adapters.port.ts'
import type { ProfileRow } from './profiles.store.ts'

/** Adapters appear by their names. */
export async function presentProfiles(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  profiles: readonly ProfileRow[],
): Promise<LlmProfile[]> {
  const ids = profiles.flatMap((profile) => [
    profile.llm_id,
    profile.embedding_id,
    profile.vector_db_id,
    profile.text_extractor_id,
  ])
  const names = await adapterNames(tenantOf(ctx, actor), ids)
  return profiles.map((profile) => present(profile, (id) => names.get(id) ?? ''))
}

export async function presentProfile(
  ctx: Pick<Context, 'db'>,
  actor: Actor,
  profile: ProfileRow,
): Promise<LlmProfile> {
  const [presented] = await presentProfiles(ctx, actor, [profile])
  return presented!
}

function present(profile: ProfileRow, nameOf: (adapterId: string) => string): LlmProfile {
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
