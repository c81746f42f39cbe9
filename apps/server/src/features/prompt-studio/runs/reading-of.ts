import type { Instructions } from '@recto/extraction/assemble-prompt'
import type { Reading } from '../engine/engine.ts'
import type { ProfileRow } from '../profiles/profiles.store.ts'
import type { ProjectRow } from '../projects/projects.store.ts'

const usualTopK = 3

/** What a profile means to the engine. */
export function readingOf(profile: ProfileRow): Reading {
  return {
    llmId: profile.llm_id,
    embeddingId: profile.embedding_id,
    vectorDbId: profile.vector_db_id,
    textExtractorId: profile.text_extractor_id,
    chunkSize: profile.chunk_size ?? 0,
    chunkOverlap: profile.chunk_overlap ?? 0,
    strategy: profile.retrieval_strategy,
    topK: profile.similarity_top_k ?? usualTopK,
  }
}

export function instructionsOf({ preamble, postamble, grammar }: ProjectRow): Instructions {
  return { preamble, postamble, grammar: grammarOf(grammar) }
}

/** A project's words with their synonyms, as the engine and an exported tool have them. */
export function grammarOf(grammar: ProjectRow['grammar']): Instructions['grammar'] {
  return Object.entries(grammar ?? {}).map(([word, synonyms]) => ({ word, synonyms }))
}

export const adaptersOf = (profile: ProfileRow) => [
  profile.llm_id,
  profile.embedding_id,
  profile.vector_db_id,
  profile.text_extractor_id,
]
