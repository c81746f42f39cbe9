import type { HiddenTextPolicy } from '@recto/contract/hidden-text'
import type { AnswerSettings } from '../../answering/answering.port.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'

const usualTopK = 3

/** With which adapters, chunks and words the prompts of the project are answered under a profile. */
export function answerSettingsOf(project: ProjectRow, profile: LlmProfileRow): AnswerSettings {
  const { preamble, postamble, grammar: words } = project
  const grammar = Object.entries(words ?? {}).map(([word, synonyms]) => ({ word, synonyms }))
  return {
    ...profileSettings(profile),
    instructions: { preamble, postamble, grammar },
    ...(project.enable_embedded_data && { readsEmbedded: true as const }),
    ...hiddenTextOf(project.hidden_text_policy),
  }
}

/** Nothing where nobody looks for it: settings of before there was that are the same. */
export const hiddenTextOf = (policy: HiddenTextPolicy): Pick<AnswerSettings, 'hiddenText'> =>
  policy === 'off' ? {} : { hiddenText: policy }

/** What a profile says of it. */
export function profileSettings(profile: LlmProfileRow): Omit<AnswerSettings, 'instructions'> {
  return {
    llmId: profile.llm_id,
    embeddingId: profile.embedding_id,
    vectorDbId: profile.vector_db_id,
    textExtractorId: profile.text_extractor_id,
    chunkSize: profile.chunk_size ?? 0,
    chunkOverlap: profile.chunk_overlap ?? 0,
    strategy: profile.retrieval_strategy,
    isHybrid: profile.hybrid_search,
    topK: profile.similarity_top_k || usualTopK,
  }
}

export const adaptersOf = (profile: LlmProfileRow) => [
  profile.llm_id,
  profile.embedding_id,
  profile.vector_db_id,
  profile.text_extractor_id,
]
