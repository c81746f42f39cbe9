import type * as api from '@recto/contract/chat-apps/chat-apps'
import { rethrowWithWireFields } from '../../../platform/rethrow-with-wire-fields.ts'
import type { QuestionWithHistory } from './ask-app.ts'
import type { ChatHistoryRow } from './conversations.store.ts'
import type { ChatQuestionRow } from './questions.store.ts'
import { secondsOfSilence } from './stream-answer.ts'

export const toChatRefusal = rethrowWithWireFields({
  historyId: 'chat_history_id',
  sessionId: 'session_id',
  appId: 'app_id',
})

export const presentHistory = (row: ChatHistoryRow): api.ChatHistory => ({
  id: row.id,
  label: row.label,
  session_id: row.session_id,
  app_id: row.app_id,
})

/** Presents the questions of a conversation, each with its answer. */
export const presentMessages = (rows: readonly ChatQuestionRow[]): api.ChatMessage[] =>
  rows.flatMap((row) => {
    const isCutOff =
      row.state === 'answering' && Date.now() - row.heard_at.getTime() > secondsOfSilence * 1000
    const questionMessage: api.ChatMessage = {
      id: row.id,
      role: 'USER',
      message: row.question,
      state: isCutOff ? 'failed' : row.state,
      error: isCutOff ? 'The answer was cut off.' : row.error,
    }
    const hasAnswer = row.state === 'answered' || (row.state === 'stopped' && row.answer !== '')
    return hasAnswer ? [questionMessage, presentAnswer(row)] : [questionMessage]
  })

export const presentReply = ({ history, question }: QuestionWithHistory): api.ChatReply => ({
  ...presentAnswer(question),
  session_id: history.session_id,
})

const presentAnswer = (row: ChatQuestionRow): api.ChatAnswer => ({
  id: row.answer_id,
  role: 'ASSISTANT',
  message: row.answer,
  question_id: row.id,
  kind: row.kind ?? 'answer',
  citations: row.citations.map(({ number, documentId, fileName, page, boxes, quote }) => ({
    number,
    document_id: documentId,
    file_name: fileName,
    page,
    boxes,
    quote,
  })),
  unread: row.unread.map(({ fileName, reason }) => ({ file_name: fileName, reason })),
})
