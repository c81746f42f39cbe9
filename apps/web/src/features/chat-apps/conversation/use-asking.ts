import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ask, askAgain, refreshTurns, startConversation, turnsOf } from './conversation.queries.ts'
import type { Conversation, Turn } from './conversation.ts'
import type { PendingQuestion } from './sending.ts'

export type UseAskingOptions = {
  readonly appId: string
  /** Undefined before the first question. */
  readonly conversation: Conversation | undefined
  onStarted(conversation: Conversation): void
  /** Called with the text of a question that could not be sent. */
  onLost(text: string): void
  onEnded(conversationId: string): void
}

/**
 * Sends questions, each of which is displayed until the server lists it. Failures are not reported
 * here, because the list shows what failed.
 */
export function useAsking({ appId, conversation, ...handlers }: UseAskingOptions) {
  const client = useQueryClient()
  const [sendings, setSendings] = useState<readonly PendingQuestion[]>([])
  const lastKey = useRef(0)

  /** Displays a pending question and returns it with its key. */
  function show(question: Omit<PendingQuestion, 'key'>): PendingQuestion {
    lastKey.current += 1
    const pending = { ...question, key: lastKey.current }
    setSendings((all) => [...all, pending])
    return pending
  }
  const change = (key: number, next: readonly PendingQuestion[]) =>
    setSendings((all) => all.flatMap((other) => (other.key === key ? next : [other])))

  async function end(pending: PendingQuestion, conversationId: string) {
    await refreshTurns(client, conversationId).catch(() => undefined)
    change(pending.key, [])
    handlers.onEnded(conversationId)
  }

  const listed = (conversationId: string | undefined): readonly Turn[] =>
    (conversationId && client.getQueryData(turnsOf(conversationId).queryKey)) || []

  async function askNew(text: string) {
    const turns = listed(conversation?.id)
    const knownTurnIds = new Set(turns.map(({ id }) => id))
    const pending = show({ conversationId: conversation?.id, text, knownTurnIds })
    const target = conversation ?? (await start(pending))
    if (!target) return
    const sessionId = turns.some(({ answer }) => answer) ? target.sessionId : undefined
    const question = { appId, conversationId: target.id, text, sessionId }
    const isSent = await ask(client, question).then(yes, no)
    await end(pending, target.id)
    if (!isSent && listed(target.id).every(({ id }) => knownTurnIds.has(id))) handlers.onLost(text)
  }

  async function start(pending: PendingQuestion): Promise<Conversation | undefined> {
    const created = await startConversation(client, { appId, question: pending.text }).catch(
      returnUndefined,
    )
    if (created) {
      change(pending.key, [{ ...pending, conversationId: created.id }])
      handlers.onStarted(created)
    } else {
      change(pending.key, [])
      handlers.onLost(pending.text)
    }
    return created
  }

  async function askOnceMore({ id, question: text }: Turn) {
    if (!conversation) return
    const pending = show({
      conversationId: conversation.id,
      text,
      knownTurnIds: new Set(),
      repeatedTurnId: id,
    })
    await askAgain(id).catch(returnUndefined)
    await end(pending, conversation.id)
  }

  return {
    sendings: sendings.filter((pending) => pending.conversationId === conversation?.id),
    ask: (text: string) => void askNew(text),
    askAgain: (turn: Turn) => void askOnceMore(turn),
  }
}

const yes = () => true
const no = () => false
const returnUndefined = () => undefined
