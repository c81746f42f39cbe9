import type { HiddenTextPolicy } from '@recto/contract/prompt-studio/hidden-text'
import type { Instructions } from '@recto/extraction/assemble-prompt'
import { omitUndefined } from '@recto/omit-undefined'
import type { AnswerSettings } from '../../answering/answering.port.ts'
import type { LlmProfileRow } from '../rows/profiles.store.ts'
import type { ProjectRow } from '../rows/projects.store.ts'

const defaultTopK = 3

/**
 * Builds the adapters, chunking and instructions with which the prompts of the project are answered
 * under a profile.
 */
export function buildAnswerSettings(project: ProjectRow, profile: LlmProfileRow): AnswerSettings {
  const { preamble, postamble, grammar: synonymsByWord } = project
  const grammar = Object.entries(synonymsByWord ?? {}).map(([word, synonyms]) => ({
    word,
    synonyms,
  }))
  return {
    ...getProfileSettings(profile),
    instructions: { preamble, postamble, grammar, ...toOrder(project.document_first) },
    ...omitUndefined({ readsEmbedded: project.enable_embedded_data ? true : undefined }),
    ...toHiddenTextSetting(project.hidden_text_policy),
  }
}

/** Empty for the order of earlier versions, so that the settings equal theirs. */
export const toOrder = (isDocumentFirst: boolean | undefined): Pick<Instructions, 'order'> =>
  isDocumentFirst ? { order: 'document-first' } : {}

/**
 * Empty if the project does not look for hidden text, so that the settings equal those of earlier
 * versions.
 */
export const toHiddenTextSetting = (
  policy: HiddenTextPolicy,
): Pick<AnswerSettings, 'hiddenText'> => (policy === 'off' ? {} : { hiddenText: policy })

export function getProfileSettings(profile: LlmProfileRow): Omit<AnswerSettings, 'instructions'> {
  return {
    llmId: profile.llm_id,
    ...omitUndefined({ escalationLlmId: profile.escalation_llm_id ?? undefined }),
    embeddingId: profile.embedding_id,
    vectorDbId: profile.vector_db_id,
    textExtractorId: profile.text_extractor_id,
    chunkSize: profile.chunk_size ?? 0,
    chunkOverlap: profile.chunk_overlap ?? 0,
    strategy: profile.retrieval_strategy,
    isHybrid: profile.hybrid_search,
    topK: profile.similarity_top_k || defaultTopK,
    ...omitUndefined({ seenPages: toSeenPages(profile) }),
  }
}

/** Absent for text alone, so that the settings equal those of earlier versions. */
function toSeenPages({
  model_sees: modelSees,
  seen_pages: selection,
  max_seen_pages: maxPages,
}: LlmProfileRow): AnswerSettings['seenPages'] {
  if (modelSees === 'text') return undefined
  return { isTextLeftOut: modelSees === 'pages', selection, maxPages }
}

export const listProfileAdapterIds = (profile: LlmProfileRow) => [
  profile.llm_id,
  profile.embedding_id,
  profile.vector_db_id,
  profile.text_extractor_id,
  ...(profile.escalation_llm_id === null ? [] : [profile.escalation_llm_id]),
]
