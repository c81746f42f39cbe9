import {
  type ModelSees,
  RetrievalStrategy,
  type SeenPagesSelection,
} from '@recto/contract/prompt-studio/profile-fields'
import type { LlmProfile as WireProfile } from '@recto/contract/prompt-studio/profiles'
import { fromWireNames, toWireNames } from '../../shared/api/wire-names.ts'

export const retrievalStrategies = RetrievalStrategy.options

/**
 * Settings of a profile. Its adapters are given by name when it is read, and by id when it is
 * saved.
 */
export type ProfileSettings = {
  readonly name: string
  readonly llm: string
  readonly vectorStore: string
  readonly embeddingModel: string
  readonly textExtractor: string
  /** The larger model that is asked if an answer has a problem; null if there is none. */
  readonly escalationLlm: string | null
  /** 0 means that the document is not chunked, and its whole text is the context. */
  readonly chunkSize: number | null
  readonly chunkOverlap: number | null
  readonly retrievalStrategy: RetrievalStrategy
  readonly matchingChunks: number | null
  /** Whether retrieval searches chunks by keywords as well as by meaning. */
  readonly isHybrid: boolean
  /** Whether the model gets images of pages beside the text or in place of it. */
  readonly modelSees: ModelSees
  readonly seenPages: SeenPagesSelection
  /** Maximum number of pages that it gets with one prompt. */
  readonly maxSeenPages: number
  /** Whether the document is read and indexed again on every run. */
  readonly reindex: boolean
}

/** A profile: the adapters and settings with which prompts are answered. */
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
  escalationLlm: 'escalation_llm',
  chunkSize: 'chunk_size',
  chunkOverlap: 'chunk_overlap',
  retrievalStrategy: 'retrieval_strategy',
  matchingChunks: 'similarity_top_k',
  isHybrid: 'hybrid_search',
  modelSees: 'model_sees',
  seenPages: 'seen_pages',
  maxSeenPages: 'max_seen_pages',
  reindex: 'reindex',
} as const

export const profileFromWire = (wire: WireProfile): LlmProfile => ({
  id: wire.profile_id,
  isDefault: wire.is_default,
  createdBy: wire.created_by,
  ...fromWireNames(wire, profileNames),
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
  /** The values that the user saw and the change replaces; adapters by name. */
  readonly expected: Partial<ProfileSettings>
}

export const profileChangeToWire = ({ id, changes, expected }: Change) => ({
  params: { profile_id: id },
  body: {
    ...toWireNames(changes, profileNames),
    expected: toWireNames(expected, profileNames),
  },
})
