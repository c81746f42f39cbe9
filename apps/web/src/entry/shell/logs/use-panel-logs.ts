import { logsEventOf } from '@recto/contract/sockets'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAlerts, useTold } from '../../../shared/feedback/alerts.tsx'
import { useLine } from '../../../shared/live/line.ts'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import { useStore } from '../../../shared/store/create-store.ts'
import { keepNotification, keptLogs } from './panel-logs.queries.ts'
import { openPanelLogs, type PanelLogs } from './panel-logs.ts'

/** How often it is asked for what is new where the server cannot be heard. */
const ASK_MS = 15_000

/** The logs of this session, from its socket, from this page, and from earlier pages. */
export function usePanelLogs(): PanelLogs {
  const { logEventsId } = useSignedIn()
  const line = useLine()
  const alerts = useAlerts()
  const told = useTold()
  const [logs] = useState(openPanelLogs)
  const isOpen = useStore(line.isOpen, (state) => state)
  const kept = useQuery({ ...keptLogs, refetchInterval: isOpen ? false : ASK_MS })

  useEffect(
    () =>
      line.listen(logsEventOf(logEventsId), (data) => {
        try {
          logs.hear(data)
        } catch {
          alerts.warn('Failed to process socket message')
        }
      }),
    [line, logEventsId, logs, alerts],
  )

  useEffect(
    () =>
      told.subscribe(() => {
        const said = told.get()
        if (!said) return
        const timestamp = Math.floor(Date.now() / 1000)
        const entry = { timestamp, ...said, type: 'NOTIFICATION' } as const
        logs.add(entry)
        void keepNotification(entry)
      }),
    [told, logs],
  )

  const { refetch, data, error } = kept
  useEffect(() => {
    // Something may have been said while it could not be heard.
    if (isOpen) void refetch()
  }, [isOpen, refetch])
  useEffect(() => {
    if (data) logs.restore(data)
  }, [data, logs])
  useEffect(() => {
    if (error) alerts.failed(error, 'Failed to load logs')
  }, [error, alerts])
  useEffect(() => () => logs.close(), [logs])
  return logs
}
