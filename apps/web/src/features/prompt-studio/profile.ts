import { RetrievalStrategy, type LlmProfile as WireProfile } from '@recto/contract/profiles'
import { toWireNames } from '../../shared/api/wire-names.ts'

export const retrievalStrategies = RetrievalStrategy.options

/** What is set in a profile. Its adapters are names when it is read, and ids when it is saved. */
export type ProfileSettings = {
  readonly name: string
  readonly llm: string
  readonly vectorStore: string
  readonly embeddingModel: string
  readonly textExtractor: string
  /** 0: the document is not cut, its whole text is the context. */
  readonly chunkSize: number | null
  readonly chunkOverlap: number | null
  readonly retrievalStrategy: RetrievalStrategy
  readonly matchingChunks: number | null
  /** Whether chunks are searched by their words as well as by their meaning. */
  readonly isHybrid: boolean
  /** The document is read anew on every run. */
  readonly reindex: boolean
}

/** With which adapters, and how, prompts are answered. */
export type LlmProfile = ProfileSettings & {
  readonly id: string
  readonly isDefault: boolean
  readonly createdBy: number | null
}

export const profileNames = {
  name: 'profile_name',
  llm: 'llm',
  vectorStore: 'vector_store',
  embeddingModel: 'embedding_model',
  textExtractor: 'x2text',
  chunkSize: 'chunk_size',
  chunkOverlap: 'chunk_overlap',
  retrievalStrategy: 'retrieval_strategy',
  matchingChunks: 'similarity_top_k',
  isHybrid: 'hybrid_search',
  reindex: 'reindex',
} as const

export const profileFromWire = (wire: WireProfile): LlmProfile => ({
  id: wire.profile_id,
  isDefault: wire.is_default,
  createdBy: wire.created_by,
  name: wire.profile_name,
  llm: wire.llm,
  vectorStore: wire.vector_store,
  embeddingModel: wire.embedding_model,
  textExtractor: wire.x2text,
  chunkSize: wire.chunk_size,
  chunkOverlap: wire.chunk_overlap,
  retrievalStrategy: wire.retrieval_strategy,
  matchingChunks: wire.similarity_top_k,
  isHybrid: wire.hybrid_search,
  reindex: wire.reindex,
})

type NewProfile = {
  readonly projectId: string
  readonly settings: ProfileSettings
  readonly isDefault: boolean
}

export const newProfileToWire = ({ projectId, settings, isDefault }: NewProfile) => ({
  params: { tool_id: projectId },
  body: { ...toWireNames(settings, profileNames), section: 'Default', is_default: isDefault },
})

type Change = {
  readonly id: string
  readonly changes: Partial<ProfileSettings>
  /** What the change replaces, as it was seen; adapters by their names. */
  readonly expected: Partial<ProfileSettings>
}

export const profileChangeToWire = ({ id, changes, expected }: Change) => ({
  params: { profile_id: id },
  body: {
    ...toWireNames(changes, profileNames),
    expected: toWireNames(expected, profileNames),
  },
})
