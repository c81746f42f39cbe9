import { logsEventOf } from '@recto/contract/server/sockets'
import { useQueryClient } from '@tanstack/react-query'
import { use, useEffect } from 'react'
import { useLiveConnection } from '../../../shared/live/live-connection.ts'
import { SignedInContext } from '../../../shared/session/signed-in.ts'
import { isAboutExecution, refreshRun } from '../executions.queries.ts'

/** Minimum interval between requests, since many files send many messages. */
const DEBOUNCE_MS = 400

/** Refetches a run when the session receives a message about it; polling covers missed messages. */
export function useFollowRun(executionId: string): void {
  const client = useQueryClient()
  const connection = useLiveConnection()
  const channel = use(SignedInContext)?.logEventsId

  useEffect(() => {
    if (channel === undefined || executionId === '') return
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = connection.subscribe(logsEventOf(channel), (data) => {
      if (timer !== undefined || !isAboutExecution(executionId, data)) return
      timer = setTimeout(() => {
        timer = undefined
        void refreshRun(client, executionId)
      }, DEBOUNCE_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [client, connection, channel, executionId])
}
