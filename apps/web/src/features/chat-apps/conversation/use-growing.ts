import { answerEvent } from '@recto/contract/sockets'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useLine } from '../../../shared/live/line.ts'
import { answerFromNews, everyTurnList, refreshTurns, turnsOf } from './conversation.queries.ts'
import type { Growing } from './sending.ts'

/** Asks for a question that is not listed yet: another tab may have asked it. */
function listTurn(client: QueryClient, conversationId: string, questionId: string): void {
  const { queryKey } = turnsOf(conversationId)
  const isListed = client.getQueryData(queryKey)?.some(({ id }) => id === questionId)
  if (isListed || client.isFetching({ queryKey }) > 0) return
  void refreshTurns(client, conversationId)
}

type AllGrowing = ReadonlyMap<string, Growing>

/** The answers that grow, by their conversations, as the server tells them; what has come to its end is asked for. */
export function useGrowing() {
  const client = useQueryClient()
  const line = useLine()
  const [growing, setGrowing] = useState<AllGrowing>(new Map())

  const forget = useCallback((conversationId: string, questionId?: string) => {
    setGrowing((all) => {
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
          setGrowing((all) => new Map([...all, [conversationId, { questionId, text }]]))
          listTurn(client, conversationId, questionId)
        } else {
          const forgetIt = () => forget(conversationId, questionId)
          void refreshTurns(client, conversationId).finally(forgetIt)
        }
      }),
      // An answer may have ended while it could not be heard.
      line.isOpen.subscribe(() => void client.invalidateQueries({ queryKey: everyTurnList })),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [client, line, forget])

  return { growing, forget }
}
