import type { EmbeddedData } from '@recto/document-text/embedded'
import type { OpenedLlm } from '../adapters/adapters.port.ts'
import type { AnswerSettings } from './answer-settings.ts'
import type { SearchableDocument } from './retrieval/open-document-index.ts'
import type { CachedText } from './share-cached-text.ts'
import type { PageAlbum } from './show-pages.ts'
import type { OpenedText } from './text/open-text.ts'
import type { HiddenLines } from './text/operations.ts'

/** A document with its text and the opened adapters that answer questions about it. */
export type OpenedDocument = {
  readonly name: string
  readonly text: OpenedText
  /** Hash of the bytes of the document; `textHash` is that of its text. */
  readonly hash: string
  readonly textHash: string
  /** Identifies the extractor and its settings. */
  readonly extractorKey: string
  /** The searchable chunks; `undefined` when the whole text is the context. */
  readonly index: SearchableDocument | undefined
  readonly llm: OpenedLlm
  readonly settings: AnswerSettings
  /**
   * A text that replaces the text as the context, such as a summary; evidence still refers to the
   * text.
   */
  readonly replacementText?: string | undefined
  /** Machine-readable data in the document; absent where it is not used. */
  readonly embedded?: EmbeddedData | undefined
  /** Invisible text; absent where nobody has looked for it. */
  readonly hidden?: HiddenLines | undefined
  /** Sentences for people that say what of the document is not in its text. */
  readonly warnings?: readonly string[] | undefined
  readonly challenger?: Challenger | undefined
  /** Draws the pages that the model sees; absent where it gets text alone. */
  readonly album?: PageAlbum | undefined
  /** Set while several questions share the text in the cache of the service. */
  readonly cachedText?: CachedText | undefined
}

/** The second model that challenges answers, or the error why it cannot be opened. */
export type Challenger = { readonly llm: OpenedLlm } | { readonly error: unknown }

/** Returns the context of a document that is not searched. */
export const getTextToAsk = async ({ replacementText, text }: OpenedDocument): Promise<string> =>
  replacementText ?? text.wholeText()
