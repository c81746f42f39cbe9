import { useQuery } from '@tanstack/react-query'
import { useLine } from '../../../shared/live/line.ts'
import { useStore } from '../../../shared/store/create-store.ts'
import { turnsOf, useStopAnswer } from './conversation.queries.ts'
import type { Turn } from './conversation.ts'
import { type ShownTurn, shownTurns } from './sending.ts'
import { type UseAskingOptions, useAsking } from './use-asking.ts'
import { useGrowing } from './use-growing.ts'

/**
 * Polling interval while an answer is awaited: without and with a connected socket, whose messages
 * may be lost.
 */
const ASK_MS = 1500
const TOLD_MS = 10_000

type UseConversationOptions = Pick<
  UseAskingOptions,
  'appId' | 'conversation' | 'onStarted' | 'onLost'
>

export type Chat = {
  readonly turns: readonly ShownTurn[]
  readonly isLoading: boolean
  /** Whether an answer is awaited. */
  readonly isAwaited: boolean
  ask(text: string): void
  askAgain(turn: Turn): void
  stop(): void
  /** Whether the server knows the awaited question and is not stopping it already. */
  readonly canStop: boolean
}

const noTurns: readonly Turn[] = []

/** Manages the displayed conversation and the actions on it. */
export function useConversation({ conversation, ...options }: UseConversationOptions): Chat {
  const isOpen = useStore(useLine().isOpen, (open) => open)
  const { growing, forget } = useGrowing()
  const { sendings, ask, askAgain } = useAsking({ ...options, conversation, onEnded: forget })
  const { data = noTurns, isLoading } = useQuery({
    ...turnsOf(conversation?.id ?? ''),
    enabled: conversation !== undefined,
    refetchInterval: ({ state }) =>
      (sendings.length > 0 || isAnswering(state.data)) && (isOpen ? TOLD_MS : ASK_MS),
  })
  const turns = shownTurns(data, sendings, growing.get(conversation?.id ?? ''))
  const openTurn = turns.findLast(({ state }) => state === 'answering')
  const stopAnswer = useStopAnswer()
  const id = openTurn?.askedId

  return {
    turns,
    isLoading,
    isAwaited: openTurn !== undefined,
    ask,
    askAgain,
    stop: () => id !== undefined && stopAnswer.mutate(id),
    canStop: id !== undefined && !stopAnswer.isPending,
  }
}

const isAnswering = (turns: readonly Turn[] = noTurns): boolean =>
  turns.some(({ state }) => state === 'answering')
