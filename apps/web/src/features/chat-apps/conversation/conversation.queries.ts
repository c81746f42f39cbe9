import * as api from '@recto/contract/chat-apps/chat-apps'
import { AnswerNews } from '@recto/contract/server/sockets'
import type { QueryClient } from '@tanstack/react-query'
import { keyOf, readAs, send, useChange } from '../../../shared/api/requests.ts'
import { type Conversation, conversationFromWire, labelOf, turnsFromWire } from './conversation.ts'

/** Newest first. */
export const conversationsOf = (appId: string) =>
  readAs(api.listChatHistories, { params: { app_id: appId } }, (chats) =>
    chats.map(conversationFromWire),
  )

/** Oldest first. */
export const turnsOf = (conversationId: string) =>
  readAs(api.listChatMessages, { params: { id: conversationId } }, turnsFromWire)

export const refreshTurns = (client: QueryClient, conversationId: string): Promise<void> =>
  client.invalidateQueries({ queryKey: turnsOf(conversationId).queryKey })

/** Creates a conversation named after its first question, at the top of the list. */
export async function startConversation(
  client: QueryClient,
  { appId, question }: { readonly appId: string; readonly question: string },
): Promise<Conversation> {
  const body = { app_id: appId, label: labelOf(question, api.lettersOfLabel) }
  const conversation = conversationFromWire(await send(api.createChatHistory, { body }))
  client.setQueryData(conversationsOf(appId).queryKey, (conversations = []) => [
    conversation,
    ...conversations.filter(({ id }) => id !== conversation.id),
  ])
  return conversation
}

/** Deletes the conversation with the given id. */
export const useDeleteConversation = () =>
  useChange(api.deleteChatHistory, {
    invalidates: [api.listChatHistories],
    toWire: (id: string) => ({ params: { id } }),
  })

type Question = {
  readonly appId: string
  readonly conversationId: string
  readonly text: string
  /** Session id from the first answer; undefined before it. */
  readonly sessionId: string | undefined
}

/** Asks a question; resolves when the answer is complete. */
export async function sendQuestion(client: QueryClient, question: Question): Promise<void> {
  const { appId, conversationId, text, sessionId } = question
  const { session_id } = await send(api.askApp, {
    body: { message: text, chat_history_id: conversationId, session_id: sessionId ?? null },
  })
  client.setQueryData(conversationsOf(appId).queryKey, (conversations) =>
    conversations?.map((conversation) =>
      conversation.id === conversationId
        ? { ...conversation, sessionId: session_id }
        : conversation,
    ),
  )
}

/** Repeats the question with the given id; resolves when the answer is complete. */
export const repeatQuestion = (id: string) => send(api.askAppAgain, { params: { id } })

/** Stops the answer to the question with the given id. */
export const useStopAnswer = () =>
  useChange(api.stopAnswer, {
    invalidates: [api.listChatMessages],
    toWire: (id: string) => ({ params: { id } }),
  })

/** Returns the part of an answer in a message from the server, if it is one. */
export function answerFromNews(data: unknown) {
  const news = AnswerNews.safeParse({ data })
  if (!news.success) return undefined
  const { chat_history_id, question_id, state, message } = news.data.data
  return { conversationId: chat_history_id, questionId: question_id, state, text: message }
}

export const everyTurnList = keyOf(api.listChatMessages)
