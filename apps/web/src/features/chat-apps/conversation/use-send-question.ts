import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  refreshTurns,
  repeatQuestion,
  sendQuestion,
  startConversation,
  turnsOf,
} from './conversation.queries.ts'
import type { Conversation, Turn } from './conversation.ts'
import type { PendingQuestion } from './pending-question.ts'

export type SendQuestionOptions = {
  readonly appId: string
  /** Undefined before the first question. */
  readonly conversation: Conversation | undefined
  onStarted(conversation: Conversation): void
  /** Called with the text of a question that could not be sent. */
  onSendFailed(text: string): void
  onEnded(conversationId: string): void
}

/**
 * Sends questions, each of which is displayed until the server lists it. Failures are not reported
 * here, because the list shows what failed.
 */
export function useSendQuestion({ appId, conversation, ...handlers }: SendQuestionOptions) {
  const client = useQueryClient()
  const [pendingQuestions, setPendingQuestions] = useState<readonly PendingQuestion[]>([])
  const lastKey = useRef(0)

  /** Displays a pending question and returns it with its key. */
  function show(question: Omit<PendingQuestion, 'key'>): PendingQuestion {
    lastKey.current += 1
    const pending = { ...question, key: lastKey.current }
    setPendingQuestions((questions) => [...questions, pending])
    return pending
  }
  const replace = (key: number, next: readonly PendingQuestion[]) =>
    setPendingQuestions((questions) =>
      questions.flatMap((question) => (question.key === key ? next : [question])),
    )

  async function end(pending: PendingQuestion, conversationId: string) {
    await refreshTurns(client, conversationId).catch(() => undefined)
    replace(pending.key, [])
    handlers.onEnded(conversationId)
  }

  const listedTurns = (conversationId: string | undefined): readonly Turn[] =>
    (conversationId && client.getQueryData(turnsOf(conversationId).queryKey)) || []

  async function sendNew(text: string) {
    const turns = listedTurns(conversation?.id)
    const knownTurnIds = new Set(turns.map(({ id }) => id))
    const pending = show({ conversationId: conversation?.id, text, knownTurnIds })
    const target = conversation ?? (await start(pending))
    if (!target) return
    const sessionId = turns.some(({ answer }) => answer) ? target.sessionId : undefined
    const question = { appId, conversationId: target.id, text, sessionId }
    const isSent = await sendQuestion(client, question).then(yes, no)
    await end(pending, target.id)
    if (!isSent && listedTurns(target.id).every(({ id }) => knownTurnIds.has(id)))
      handlers.onSendFailed(text)
  }

  async function start(pending: PendingQuestion): Promise<Conversation | undefined> {
    const newConversation = await startConversation(client, {
      appId,
      question: pending.text,
    }).catch(returnUndefined)
    if (newConversation) {
      replace(pending.key, [{ ...pending, conversationId: newConversation.id }])
      handlers.onStarted(newConversation)
    } else {
      replace(pending.key, [])
      handlers.onSendFailed(pending.text)
    }
    return newConversation
  }

  async function sendAgain({ id, question: text }: Turn) {
    if (!conversation) return
    const pending = show({
      conversationId: conversation.id,
      text,
      knownTurnIds: new Set(),
      repeatedTurnId: id,
    })
    await repeatQuestion(id).catch(returnUndefined)
    await end(pending, conversation.id)
  }

  return {
    pendingQuestions: pendingQuestions.filter(
      (pending) => pending.conversationId === conversation?.id,
    ),
    ask: (text: string) => void sendNew(text),
    askAgain: (turn: Turn) => void sendAgain(turn),
  }
}

const yes = () => true
const no = () => false
const returnUndefined = () => undefined
