import type * as api from '@recto/contract/chat-apps/chat-apps'
import { showHiddenCharacters } from '@recto/contract/wire/names'

/** A user's conversation with an app; the wire calls it a chat history. */
export type Conversation = {
  readonly id: string
  readonly label: string
  readonly sessionId: string
}

/** A citation: a location in a document that supports a part of an answer. */
export type CitedPart = {
  readonly number: number
  readonly documentId: string
  readonly fileName: string
  /** Zero-based. */
  readonly page: number
  readonly boxes: api.Citation['boxes']
  readonly quote: string
}

export type QuestionAnswer = {
  readonly text: string
  readonly kind: api.AnswerKind
  readonly citations: readonly CitedPart[]
  /** Documents that could not be used for the answer. */
  readonly unread: readonly { readonly fileName: string; readonly reason: string }[]
}

/** A question of a conversation, and its answer if there is one. */
export type Turn = {
  /** Id of the question; a temporary id while it is being sent. */
  readonly id: string
  readonly question: string
  readonly state: api.QuestionState
  /** Reason for the failure. */
  readonly error: string | null
  readonly answer: QuestionAnswer | undefined
}

export const conversationFromWire = (wire: api.ChatHistory): Conversation => ({
  id: wire.id,
  label: wire.label,
  sessionId: wire.session_id,
})

const answerFromWire = (wire: api.ChatAnswer): QuestionAnswer => ({
  text: wire.message,
  kind: wire.kind,
  citations: wire.citations.map(({ document_id, file_name, ...rest }) => ({
    ...rest,
    documentId: document_id,
    fileName: showHiddenCharacters(file_name),
  })),
  unread: wire.unread.map(({ file_name, reason }) => ({
    fileName: showHiddenCharacters(file_name),
    reason,
  })),
})

export function turnsFromWire(messages: readonly api.ChatMessage[]): readonly Turn[] {
  const answers = new Map(
    messages
      .filter((message) => message.role === 'ASSISTANT')
      .map((message) => [message.question_id, answerFromWire(message)] as const),
  )
  return messages
    .filter((message) => message.role === 'USER')
    .map((message) => ({
      id: message.id,
      question: message.message,
      state: message.state,
      error: message.error,
      answer: answers.get(message.id),
    }))
}

/**
 * Returns the label of a conversation: the start of its first question, without splitting
 * characters.
 */
export const labelOf = (question: string, letters: number): string =>
  [...question.trim()].slice(0, letters).join('').trim()

/** The displayed page of an app's document, with the highlighted citation. */
export type CitationPage = Pick<CitedPart, 'documentId' | 'fileName' | 'page' | 'boxes' | 'quote'>

const escapeMarkdown = (text: string): string => text.replace(/[\\`*_[\]<>#|]/g, '\\$&')

/** A model's answer without pictures and HTML, which other programs would load. */
const withoutActiveContent = (text: string): string =>
  text.replaceAll('![', '[').replaceAll('<', '&lt;')

/** A conversation as a Markdown document, with the citations of each answer below it. */
export function toMarkdown(title: string, turns: readonly Turn[]): string {
  const parts = turns.map(({ question, answer }) => {
    const quotedQuestion = question.replace(/^/gm, '> ')
    if (!answer) return `${quotedQuestion}\n\nNot answered.`
    const citations = answer.citations.map(
      ({ number, fileName, page, quote }) =>
        `- [${number}] ${escapeMarkdown(fileName)}, page ${page + 1}: ${escapeMarkdown(quote.replace(/\s+/g, ' '))}`,
    )
    return [quotedQuestion, withoutActiveContent(answer.text), citations.join('\n')]
      .filter(Boolean)
      .join('\n\n')
  })
  return `# ${title}\n\n${parts.join('\n\n---\n\n')}\n`
}
