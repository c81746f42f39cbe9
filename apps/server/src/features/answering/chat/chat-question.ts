import type { ChatTurn } from '@recto/extraction/chat-prompt'
import type { CitedPlace } from '@recto/extraction/cite-rows'
import type { OpenedLlm } from '../../adapters/adapters.port.ts'
import type { CallContext } from '../../model-calls/model-calls.port.ts'
import type { AnswerSettings, NamedDocument } from '../answer-settings.ts'
import type { Passages } from '../open-passages.ts'
import type { OpenedText } from '../text/open-text.ts'

/** A document that a conversation is about. */
export type ChatDocument = NamedDocument & {
  readonly id: string
  /** Its chunks are kept under this name, apart from those of documents of the same content. */
  readonly scope: string
}

export type ChatQuestion = {
  /** Unique: it names the calls. */
  readonly id: string
  readonly question: string
  /** What was said before, oldest first. */
  readonly turns: readonly ChatTurn[]
  readonly documents: readonly ChatDocument[]
  readonly settings: Omit<AnswerSettings, 'instructions'>
  readonly calls: CallContext
  /** Makes the chunks of a document searchable when they are not yet, or when it turns out that they are lost. */
  readonly ensureIndexed: (
    document: ChatDocument,
    passages: Passages,
    found?: { readonly isLost?: boolean },
  ) => Promise<void>
  /** Hears all of the answer so far, as it grows. */
  readonly onText?: ((soFar: string) => void) | undefined
}

/** A document as it was read. */
export type ReadDocument = {
  readonly document: ChatDocument
  readonly text: OpenedText
  readonly extractorKey: string
}

/** With what a question is answered. */
export type Answering = {
  readonly asked: ChatQuestion
  readonly llm: OpenedLlm
  readonly read: readonly ReadDocument[]
}

export type ChatCitation = CitedPlace & {
  /** As `[1]` in the answer. */
  readonly number: number
  readonly documentId: string
  readonly fileName: string
}

export type AnsweredChat = {
  /** From a model; the passages that fit best, where no model is connected; or that the documents do not say. */
  readonly kind: 'answer' | 'passages' | 'not-answered'
  readonly text: string
  readonly citations: readonly ChatCitation[]
  /** Documents that could not be read, and why; it was answered without them. */
  readonly unread: readonly { readonly fileName: string; readonly reason: string }[]
}

export type SaidOfDocuments = Pick<AnsweredChat, 'kind' | 'text' | 'citations'>

/** Places of one citation that are on several pages, or of several documents, each under its number. */
export const citationsAt = (
  number: number,
  { id, name }: ChatDocument,
  places: readonly CitedPlace[],
): readonly ChatCitation[] =>
  places.map((place) => ({ ...place, number, documentId: id, fileName: name }))
