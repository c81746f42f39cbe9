import type * as api from '@recto/contract/chat-apps'

/** A person's conversation with an app; the wire calls it a chat history. */
export type Conversation = {
  readonly id: string
  readonly label: string
  readonly sessionId: string
}

/** Where a part of an answer stands. */
export type CitedPart = {
  readonly number: number
  readonly documentId: string
  readonly fileName: string
  /** Zero-based. */
  readonly page: number
  readonly boxes: api.Citation['boxes']
  readonly quote: string
}

export type GivenAnswer = {
  readonly text: string
  readonly kind: api.AnswerKind
  readonly citations: readonly CitedPart[]
  /** Documents that it was given without. */
  readonly unread: readonly { readonly fileName: string; readonly reason: string }[]
}

/** A question of a conversation, with its answer once there is one. */
export type Turn = {
  /** Of the question; of one that is on its way it is ours. */
  readonly id: string
  readonly question: string
  readonly state: api.QuestionState
  /** Why it failed. */
  readonly error: string | null
  readonly answer: GivenAnswer | undefined
}

export const conversationFromWire = (wire: api.ChatHistory): Conversation => ({
  id: wire.id,
  label: wire.label,
  sessionId: wire.session_id,
})

const answerFromWire = (wire: api.ChatAnswer): GivenAnswer => ({
  text: wire.message,
  kind: wire.kind,
  citations: wire.citations.map(({ document_id, file_name, ...place }) => ({
    ...place,
    documentId: document_id,
    fileName: file_name,
  })),
  unread: wire.unread.map(({ file_name, reason }) => ({ fileName: file_name, reason })),
})

export function turnsFromWire(messages: readonly api.ChatMessage[]): readonly Turn[] {
  const answers = new Map(
    messages.flatMap((it) =>
      it.role === 'ASSISTANT' ? [[it.question_id, answerFromWire(it)] as const] : [],
    ),
  )
  return messages.flatMap((it) =>
    it.role === 'USER'
      ? [
          {
            ...{ id: it.id, question: it.message, state: it.state, error: it.error },
            answer: answers.get(it.id),
          },
        ]
      : [],
  )
}

/** What a conversation is called after, whole letters of it. */
export const labelOf = (question: string, letters: number): string =>
  [...question.trim()].slice(0, letters).join('').trim()
