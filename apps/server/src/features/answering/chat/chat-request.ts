import type { ChatTurn } from '@recto/extraction/chat-prompt'
import { chooseDocuments, type DocumentChoice } from '@recto/extraction/choose-documents'
import type { CitedPage } from '@recto/extraction/cite-rows'
import type { OpenedLlm } from '../../adapters/adapters.port.ts'
import type { CallContext } from '../../model-calls/model-calls.port.ts'
import type { AnswerSettings, HashedDocument } from '../answer-settings.ts'
import type { SearchableDocument } from '../retrieval/open-document-index.ts'
import type { OpenedText } from '../text/open-text.ts'

/** A document of a conversation. */
export type ChatDocument = HashedDocument & {
  readonly id: string
  /** Separates its index from those of documents with the same content. */
  readonly scope: string
}

export type ChatRequest = {
  /** Unique: the calls are named after it. */
  readonly id: string
  readonly question: string
  /** Earlier turns, oldest first. */
  readonly turns: readonly ChatTurn[]
  readonly documents: readonly ChatDocument[]
  readonly settings: Omit<AnswerSettings, 'instructions'>
  readonly calls: CallContext
  /** Indexes the chunks of a document when they are not yet indexed, or when the index was lost. */
  readonly ensureIndexed: (
    document: ChatDocument,
    passages: SearchableDocument,
    options?: { readonly isLost?: boolean },
  ) => Promise<void>
  /** Receives the whole answer so far as it grows, with a function that finds its citations. */
  readonly onText?: ((partialAnswer: string, findCitations: FindCitations) => void) | undefined
}

/** Finds the places that an unfinished answer cites. */
export type FindCitations = () => Promise<readonly ChatCitation[]>

/** A document with its text. */
export type LoadedDocument = {
  readonly document: ChatDocument
  readonly text: OpenedText
  readonly extractorKey: string
}

/** The input that a question is answered with. */
export type ChatInput = {
  readonly request: ChatRequest
  readonly llm: OpenedLlm
  readonly documents: readonly LoadedDocument[]
}

export type ChatCitation = CitedPage & {
  /** Shown as `[1]` in the answer. */
  readonly number: number
  readonly documentId: string
  readonly fileName: string
}

export type AnsweredChat = {
  /**
   * `answer`: by a model; `passages`: the best passages, where no model is connected;
   * `not-answered`: the documents do not say.
   */
  readonly kind: 'answer' | 'passages' | 'not-answered'
  readonly text: string
  readonly citations: readonly ChatCitation[]
  /** Documents that could not be read, and why; the answer does not use them. */
  readonly unread: readonly { readonly fileName: string; readonly reason: string }[]
}

export type DocumentChatAnswer = Pick<AnsweredChat, 'kind' | 'text' | 'citations'>

/** Gives all places of one citation the same number; they may be on several pages. */
export const toCitations = (
  number: number,
  { id, name }: ChatDocument,
  places: readonly CitedPage[],
): readonly ChatCitation[] =>
  places.map((place) => ({ ...place, number, documentId: id, fileName: name }))

/** Chooses the documents that a question is about. */
export const chooseChatDocuments = ({
  request,
  documents,
}: ChatInput): Promise<DocumentChoice<LoadedDocument>> =>
  chooseDocuments({
    documents,
    question: request.question,
    previousQuestions: request.turns.map(({ question }) => question).toReversed(),
    findMentions: ({ document, text }, question) =>
      text.findMentions({ fileName: document.name, question }),
  })
