import { answerEvent } from '@recto/contract/server/sockets'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useLine } from '../../../shared/live/line.ts'
import { answerFromNews, everyTurnList, refreshTurns, turnsOf } from './conversation.queries.ts'
import type { PartialAnswer } from './sending.ts'

/** Fetches a question that is not listed yet, such as one asked in another tab. */
function listTurn(client: QueryClient, conversationId: string, questionId: string): void {
  const { queryKey } = turnsOf(conversationId)
  const isListed = client.getQueryData(queryKey)?.some(({ id }) => id === questionId)
  if (isListed || client.isFetching({ queryKey }) > 0) return
  void refreshTurns(client, conversationId)
}

type AllGrowing = ReadonlyMap<string, PartialAnswer>

/**
 * Collects the partial answers that the server streams, by conversation, and fetches answers that
 * are complete.
 */
export function useGrowing() {
  const client = useQueryClient()
  const line = useLine()
  const [partialAnswers, setPartialAnswers] = useState<AllGrowing>(new Map())

  const forget = useCallback((conversationId: string, questionId?: string) => {
    setPartialAnswers((all) => {
      const isOther = questionId !== undefined && all.get(conversationId)?.questionId !== questionId
      return isOther ? all : new Map([...all].filter(([id]) => id !== conversationId))
    })
  }, [])

  useEffect(() => {
    const ends = [
      line.listen(answerEvent, (data) => {
        const news = answerFromNews(data)
        if (!news) return
        const { conversationId, questionId, state, text } = news
        if (state === 'answering') {
          setPartialAnswers((all) => new Map([...all, [conversationId, { questionId, text }]]))
          listTurn(client, conversationId, questionId)
        } else {
          const forgetIt = () => forget(conversationId, questionId)
          void refreshTurns(client, conversationId).finally(forgetIt)
        }
      }),
      // An answer may have been completed while the connection was closed.
      line.isOpen.subscribe(() => void client.invalidateQueries({ queryKey: everyTurnList })),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [client, line, forget])

  return { growing: partialAnswers, forget }
}
