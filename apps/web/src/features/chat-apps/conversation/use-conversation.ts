import { useQuery } from '@tanstack/react-query'
import { useLine } from '../../../shared/live/line.ts'
import { useStore } from '../../../shared/store/create-store.ts'
import { turnsOf, useStopAnswer } from './conversation.queries.ts'
import type { Turn } from './conversation.ts'
import { type ShownTurn, shownTurns } from './sending.ts'
import { useAsking } from './use-asking.ts'
import { useGrowing } from './use-growing.ts'

/** How often it is asked while an answer is awaited: where nothing is told, and where that can be missed. */
const ASK_MS = 1500
const TOLD_MS = 10_000

type Given = Pick<
  Parameters<typeof useAsking>[0],
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
  /** Whether the server knows of what is awaited, and is not stopping it already. */
  readonly canStop: boolean
}

/** A conversation as it is on the screen, and what can be done in it. */
export function useConversation({ conversation, ...given }: Given): Chat {
  const isOpen = useStore(useLine().isOpen, (open) => open)
  const { growing, forget } = useGrowing()
  const { sendings, ask, askAgain } = useAsking({ ...given, conversation, onEnded: forget })
  const { data = noTurns, isLoading } = useQuery({
    ...turnsOf(conversation?.id ?? ''),
    enabled: conversation !== undefined,
    refetchInterval: ({ state }) =>
      (sendings.length > 0 || isAnswering(state.data)) && (isOpen ? TOLD_MS : ASK_MS),
  })
  const turns = shownTurns(data, sendings, growing.get(conversation?.id ?? ''))
  const awaited = turns.findLast(({ state }) => state === 'answering')
  const stopping = useStopAnswer()
  const id = awaited?.askedId

  return {
    ...{ turns, isLoading, isAwaited: awaited !== undefined, ask, askAgain },
    stop: () => id !== undefined && stopping.mutate(id),
    canStop: id !== undefined && !stopping.isPending,
  }
}

const noTurns: readonly Turn[] = []

const isAnswering = (turns: readonly Turn[] = noTurns): boolean =>
  turns.some(({ state }) => state === 'answering')
