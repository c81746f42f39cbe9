import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ask, askAgain, refreshTurns, startConversation, turnsOf } from './conversation.queries.ts'
import type { Conversation, Turn } from './conversation.ts'
import type { Sending } from './sending.ts'

type Given = {
  readonly appId: string
  /** None before the first question. */
  readonly conversation: Conversation | undefined
  onStarted(conversation: Conversation): void
  /** The question could not be sent: whoever wrote it has it back. */
  onLost(text: string): void
  onEnded(conversationId: string): void
}

/** Sends questions, of which each is shown until the server lists it. A failure is nobody's to hear: the list says what failed. */
export function useAsking({ appId, conversation, ...on }: Given) {
  const client = useQueryClient()
  const [sendings, setSendings] = useState<readonly Sending[]>([])
  const lastKey = useRef(0)

  /** Returns what takes it away again. */
  function show(sending: Omit<Sending, 'key'>): Sending {
    lastKey.current += 1
    const shown = { ...sending, key: lastKey.current }
    setSendings((all) => [...all, shown])
    return shown
  }
  const change = (key: number, next: readonly Sending[]) =>
    setSendings((all) => all.flatMap((it) => (it.key === key ? next : [it])))

  async function end(sending: Sending, conversationId: string) {
    await refreshTurns(client, conversationId).catch(() => undefined)
    change(sending.key, [])
    on.onEnded(conversationId)
  }

  const listed = (conversationId: string | undefined): readonly Turn[] =>
    (conversationId && client.getQueryData(turnsOf(conversationId).queryKey)) || []

  async function askNew(text: string) {
    const turns = listed(conversation?.id)
    const known = new Set(turns.map(({ id }) => id))
    const sending = show({ conversationId: conversation?.id, text, known })
    const into = conversation ?? (await start(sending))
    if (!into) return
    const sessionId = turns.some(({ answer }) => answer) ? into.sessionId : undefined
    const question = { appId, conversationId: into.id, text, sessionId }
    const isSent = await ask(client, question).then(yes, no)
    await end(sending, into.id)
    if (!isSent && listed(into.id).every(({ id }) => known.has(id))) on.onLost(text)
  }

  async function start(sending: Sending): Promise<Conversation | undefined> {
    const made = await startConversation(client, { appId, question: sending.text }).catch(none)
    if (made) {
      change(sending.key, [{ ...sending, conversationId: made.id }])
      on.onStarted(made)
    } else {
      change(sending.key, [])
      on.onLost(sending.text)
    }
    return made
  }

  async function askOnceMore({ id, question: text }: Turn) {
    if (!conversation) return
    const sending = show({ conversationId: conversation.id, text, known: new Set(), again: id })
    await askAgain(id).catch(none)
    await end(sending, conversation.id)
  }

  return {
    sendings: sendings.filter((it) => it.conversationId === conversation?.id),
    ask: (text: string) => void askNew(text),
    askAgain: (turn: Turn) => void askOnceMore(turn),
  }
}

const yes = () => true
const no = () => false
const none = () => undefined
