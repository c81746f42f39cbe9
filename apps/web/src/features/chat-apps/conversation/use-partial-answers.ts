import { answerEvent } from '@recto/contract/server/sockets'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useLiveConnection } from '../../../shared/live/live-connection.ts'
import { answerFromNews, everyTurnList, refreshTurns, turnsOf } from './conversation.queries.ts'
import type { PartialAnswer } from './pending-question.ts'

/** Fetches a question that is not listed yet, such as one asked in another tab. */
function fetchTurn(client: QueryClient, conversationId: string, questionId: string): void {
  const { queryKey } = turnsOf(conversationId)
  const isListed = client.getQueryData(queryKey)?.some(({ id }) => id === questionId)
  if (isListed || client.isFetching({ queryKey }) > 0) return
  void refreshTurns(client, conversationId)
}

type PartialAnswers = ReadonlyMap<string, PartialAnswer>

/**
 * Collects the partial answers that the server streams, by conversation, and fetches answers that
 * are complete.
 */
export function usePartialAnswers() {
  const client = useQueryClient()
  const connection = useLiveConnection()
  const [partialAnswers, setPartialAnswers] = useState<PartialAnswers>(new Map())

  const discard = useCallback((conversationId: string, questionId?: string) => {
    setPartialAnswers((answers) => {
      const isOther =
        questionId !== undefined && answers.get(conversationId)?.questionId !== questionId
      return isOther ? answers : new Map([...answers].filter(([id]) => id !== conversationId))
    })
  }, [])

  useEffect(() => {
    const unsubscribers = [
      connection.subscribe(answerEvent, (data) => {
        const news = answerFromNews(data)
        if (!news) return
        const { conversationId, questionId, state, text } = news
        if (state === 'answering') {
          setPartialAnswers(
            (answers) => new Map([...answers, [conversationId, { questionId, text }]]),
          )
          fetchTurn(client, conversationId, questionId)
        } else {
          const discardPartial = () => discard(conversationId, questionId)
          void refreshTurns(client, conversationId).finally(discardPartial)
        }
      }),
      // An answer may have been completed while the connection was closed.
      connection.isOpen.subscribe(() => void client.invalidateQueries({ queryKey: everyTurnList })),
    ]
    return () => {
      for (const unsubscribe of unsubscribers) unsubscribe()
    }
  }, [client, connection, discard])

  return { partialAnswers, discard }
}
