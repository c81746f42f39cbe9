import { logsEventOf } from '@recto/contract/server/sockets'
import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect } from 'react'
import { useLine } from '../../../shared/live/line.ts'
import { SignedInContext } from '../../../shared/session/signed-in.ts'
import { isRunNews, refreshRun } from '../executions.queries.ts'

/** Minimum interval between requests, since many files send many messages. */
const REST_MS = 400

/** Refetches a run when the session receives a message about it; polling covers missed messages. */
export function useFollowRun(executionId: string): void {
  const client = useQueryClient()
  const line = useLine()
  const channel = use(SignedInContext)?.logEventsId

  useEffect(() => {
    if (channel === undefined || executionId === '') return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = line.listen(logsEventOf(channel), (data) => {
      if (timer !== undefined || !isRunNews(executionId, data)) return
      timer = setTimeout(() => {
        timer = undefined
        void refreshRun(client, executionId)
      }, REST_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client, line, channel, executionId])
}
