import { useQuery } from '@tanstack/react-query'
import { useLiveConnection } from '../../../shared/live/live-connection.ts'
import { useStore } from '../../../shared/store/create-store.ts'
import { turnsOf, useStopAnswer } from './conversation.queries.ts'
import type { Turn } from './conversation.ts'
import { type DisplayedTurn, displayedTurns } from './pending-question.ts'
import { usePartialAnswers } from './use-partial-answers.ts'
import { type SendQuestionOptions, useSendQuestion } from './use-send-question.ts'

/**
 * Polling interval while an answer is awaited: without and with a connected socket, whose messages
 * may be lost.
 */
const POLL_MS = 1500
const CONNECTED_POLL_MS = 10_000

type UseConversationOptions = Pick<
  SendQuestionOptions,
  'appId' | 'conversation' | 'onStarted' | 'onSendFailed'
>

export type Chat = {
  readonly turns: readonly DisplayedTurn[]
  readonly isLoading: boolean
  /** Whether an answer is awaited. */
  readonly isAnswerPending: boolean
  ask(text: string): void
  askAgain(turn: Turn): void
  stop(): void
  /** Whether the server knows the awaited question and is not stopping it already. */
  readonly canStop: boolean
}

const noTurns: readonly Turn[] = []

/** Manages the displayed conversation and the actions on it. */
export function useConversation({ conversation, ...options }: UseConversationOptions): Chat {
  const isOpen = useStore(useLiveConnection().isOpen, (open) => open)
  const { partialAnswers, discard } = usePartialAnswers()
  const { pendingQuestions, ask, askAgain } = useSendQuestion({
    ...options,
    conversation,
    onEnded: discard,
  })
  const { data = noTurns, isLoading } = useQuery({
    ...turnsOf(conversation?.id ?? ''),
    enabled: conversation !== undefined,
    refetchInterval: ({ state }) =>
      (pendingQuestions.length > 0 || isAnswering(state.data)) &&
      (isOpen ? CONNECTED_POLL_MS : POLL_MS),
  })
  const turns = displayedTurns(data, pendingQuestions, partialAnswers.get(conversation?.id ?? ''))
  const openTurn = turns.findLast(({ state }) => state === 'answering')
  const stopAnswer = useStopAnswer()
  const id = openTurn?.askedId

  return {
    turns,
    isLoading,
    isAnswerPending: openTurn !== undefined,
    ask,
    askAgain,
    stop: () => id !== undefined && stopAnswer.mutate(id),
    canStop: id !== undefined && !stopAnswer.isPending,
  }
}

const isAnswering = (turns: readonly Turn[] = noTurns): boolean =>
  turns.some(({ state }) => state === 'answering')
