import * as api from '@recto/contract/chat-apps/chat-apps'
import type { LiveConnection } from '../../../shared/live/live-connection.ts'
import { createStore } from '../../../shared/store/create-store.ts'
import { answer } from '../../../testing/fake-server.ts'
import { anaAtAcme } from '../../../testing/people.ts'
import { workflow } from '../../../testing/workflows.ts'

/** An app with two documents, and a conversation in which one question is answered. */

const idOf = (kind: number, number = 1) => `${kind}0000000-0000-4000-8000-00000000000${number}`

/** Ana, where apps are switched on. */
export const anaWithApps = { ...anaAtAcme, flags: { app_deployment: true } }

export const app: api.ChatApp = {
  id: idOf(1),
  app_name: 'invoice-desk',
  app_display_name: 'Invoice desk',
  description: 'Ask about what suppliers send',
  workflow: workflow.id,
  workflow_name: workflow.workflow_name,
}

export const march = { id: idOf(2), file_name: 'march.pdf' }

export const history: api.ChatHistory = {
  id: idOf(3),
  label: 'What is the tot',
  session_id: idOf(4),
  app_id: app.id,
}

export const cannedQuestion: api.CannedQuestion = {
  id: idOf(5),
  question: 'Which invoices are overdue?',
  app_id: app.id,
  is_active: true,
}

type UserMessage = Extract<api.ChatMessage, { role: 'USER' }>

export const questionOf = (number: number, changes: Partial<UserMessage> = {}): UserMessage => ({
  id: idOf(6, number),
  role: 'USER',
  message: `Question ${number}?`,
  state: 'answered',
  error: null,
  ...changes,
})

export const answerOf = (
  number: number,
  changes: Partial<api.ChatAnswer> = {},
): api.ChatAnswer => ({
  id: idOf(7, number),
  role: 'ASSISTANT',
  message: `It is ${number} [1].\n\nThat is all.`,
  question_id: idOf(6, number),
  kind: 'answer',
  citations: [
    {
      number: 1,
      document_id: march.id,
      file_name: march.file_name,
      page: 1,
      boxes: [[60, 80, 120, 96]],
      quote: `Total ${number}`,
    },
  ],
  unread: [],
  ...changes,
})

export const replyOf = (number: number): api.ChatReply => ({
  ...answerOf(number),
  session_id: history.session_id,
})

/** The requests that every page of an app sends. */
export const appAnswers = () => [
  answer(api.listChatApps, () => [app]),
  answer(api.listChatHistories, () => [history]),
  answer(api.listChatMessages, () => [questionOf(1), answerOf(1)]),
  answer(api.listAppDocuments, () => [march]),
  answer(api.listCannedQuestions, () => [cannedQuestion]),
]

/** A line on which the test itself speaks. */
export function fakeConnection(isOpen: boolean) {
  const callbacks = new Set<(data: unknown) => void>()
  const line: LiveConnection = {
    isOpen: createStore(isOpen),
    subscribe(_, callback) {
      callbacks.add(callback)
      return () => void callbacks.delete(callback)
    },
  }
  return {
    line,
    tell: (data: unknown) => {
      for (const callback of callbacks) callback(data)
    },
  }
}
