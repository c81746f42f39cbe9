import type { HiddenTextPolicy } from '@recto/contract/hidden-text'
import type { RetrievalStrategy } from '@recto/contract/profiles'
import type { Instructions } from '@recto/extraction/assemble-prompt'
import type { Question } from '@recto/provider-spec/answer'
import type { Context } from '../../platform/context.ts'
import type { OpeningNeeds } from '../adapters/adapters.port.ts'
import type { LockedName } from '../documents/documents.port.ts'
import type { MaskingRules } from '../model-calls/model-calls.port.ts'

export type AnsweringNeeds = OpeningNeeds &
  Pick<Context, 'cache' | 'claims' | 'commits' | 'db' | 'files' | 'compute' | 'publicFetch'>

/** With which adapters, chunks and words a question is asked. Fits a profile and what an export keeps of it. */
export type AnswerSettings = {
  readonly llmId: string
  readonly embeddingId: string
  readonly vectorDbId: string
  readonly textExtractorId: string
  /** Tokens; 0 means that the whole text is the context. */
  readonly chunkSize: number
  readonly chunkOverlap: number
  readonly strategy: RetrievalStrategy
  /** Whether chunks are searched by their words as well as by their meaning. */
  readonly isHybrid: boolean
  readonly topK: number
  readonly instructions: Instructions
  /** Whether data that the document carries is answered from first; absent of what was asked before there was that. */
  readonly readsEmbedded?: true
  /** What is masked where texts go to adapters that are outside; absent where nothing is. */
  readonly masking?: MaskingRules | undefined
  /** What becomes of text that nobody sees; absent where nobody looks for it. */
  readonly hiddenText?: SoughtHiddenText
}

export type SoughtHiddenText = Exclude<HiddenTextPolicy, 'off'>

export type ConfiguredQuestion = Question & { readonly settings: AnswerSettings }

/** A document that the documents room stores, and the name under which it came. */
export type NamedDocument = LockedName & {
  readonly hash: string
  /** Where its bytes lie, and the bytes themselves, for those who have just stored them. */
  readonly path?: string | null | undefined
  /** Whether it has just come for the first time. */
  readonly isNew?: boolean | undefined
  readonly bytes?: Uint8Array | undefined
}
