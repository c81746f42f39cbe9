import type { HiddenTextPolicy } from '@recto/contract/prompt-studio/hidden-text'
import type {
  RetrievalStrategy,
  SeenPagesSelection,
} from '@recto/contract/prompt-studio/profile-fields'
import type { Instructions } from '@recto/extraction/assemble-prompt'
import type { Question } from '@recto/provider-spec/answer'
import type { Context } from '../../platform/context.ts'
import type { AdapterOpeningDependencies } from '../adapters/adapters.port.ts'
import type { MaybeLockedDocument } from '../documents/documents.port.ts'
import type { MaskingRules } from '../model-calls/model-calls.port.ts'

export type AnsweringDependencies = AdapterOpeningDependencies &
  Pick<Context, 'cache' | 'claims' | 'groupCommits' | 'db' | 'files' | 'compute' | 'publicFetch'>

/**
 * The adapters, chunking and instructions that a question is answered with. Profiles and exported
 * tools both map to it.
 */
export type AnswerSettings = {
  readonly llmId: string
  /** The larger model that is asked if an answer has a problem; absent if there is none. */
  readonly escalationLlmId?: string | undefined
  readonly embeddingId: string
  readonly vectorDbId: string
  readonly textExtractorId: string
  /** In tokens; 0 means that the whole text is the context. */
  readonly chunkSize: number
  readonly chunkOverlap: number
  readonly strategy: RetrievalStrategy
  /** Whether chunks are searched by words in addition to vectors. */
  readonly isHybrid: boolean
  readonly topK: number
  readonly instructions: Instructions
  /** Selects the pages that the model sees; absent where it gets text alone. */
  readonly seenPages?: SeenPages | undefined
  /**
   * Whether embedded data is used before a model is asked; absent in settings that were stored
   * before this existed.
   */
  readonly readsEmbedded?: true
  /** Masking of texts for external adapters; absent where nothing is masked. */
  readonly masking?: MaskingRules | undefined
  /** Handling of invisible text; absent where it is not looked for. */
  readonly hiddenText?: HiddenTextMode
}

/** Selects the images of pages that a model gets. It is stored with runs, so its keys must not change. */
export type SeenPages = {
  /** Whether the model gets the images in place of the text. */
  readonly isTextLeftOut: boolean
  readonly selection: SeenPagesSelection
  readonly maxPages: number
}

export type HiddenTextMode = Exclude<HiddenTextPolicy, 'off'>

export type ConfiguredQuestion = Question & { readonly settings: AnswerSettings }

/** A stored document, its file name and, if it has one, its password. */
export type HashedDocument = MaybeLockedDocument & {
  readonly hash: string
  /** Path of the bytes and the bytes themselves, for callers that have just stored them. */
  readonly path?: string | null | undefined
  /** Whether the document was stored for the first time just now. */
  readonly isNew?: boolean | undefined
  readonly bytes?: Uint8Array | undefined
}
