import { logsEventOf } from '@recto/contract/server/sockets'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAlerts, useTold } from '../../../shared/feedback/alerts.tsx'
import { useLine } from '../../../shared/live/line.ts'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import { useStore } from '../../../shared/store/create-store.ts'
import { keepNotification, keptLogs } from './panel-logs.queries.ts'
import { openPanelLogs, type PanelLogs } from './panel-logs.ts'

/** Polling interval while the socket is not connected. */
const ASK_MS = 15_000

/** Manages the logs of this session, from its socket, from this page, and from earlier pages. */
export function usePanelLogs(): PanelLogs {
  const { logEventsId } = useSignedIn()
  const line = useLine()
  const alerts = useAlerts()
  const alertStore = useTold()
  const [logs] = useState(openPanelLogs)
  const isOpen = useStore(line.isOpen, (state) => state)
  const storedLogs = useQuery({ ...keptLogs, refetchInterval: isOpen ? false : ASK_MS })

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
      alertStore.subscribe(() => {
        const alert = alertStore.get()
        if (!alert) return
        const timestamp = Math.floor(Date.now() / 1000)
        const entry = { timestamp, ...alert, type: 'NOTIFICATION' } as const
        logs.add(entry)
        void keepNotification(entry)
      }),
    [alertStore, logs],
  )

  const { refetch, data, error } = storedLogs
  useEffect(() => {
    // Entries may have been missed while the socket was not connected.
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
