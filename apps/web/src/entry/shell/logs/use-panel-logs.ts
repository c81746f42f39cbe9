import { logsEventOf } from '@recto/contract/server/sockets'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useAlerts, useLastAlert } from '../../../shared/feedback/alerts.tsx'
import { useLiveConnection } from '../../../shared/live/live-connection.ts'
import { useSignedIn } from '../../../shared/session/signed-in.ts'
import { useStore } from '../../../shared/store/create-store.ts'
import { panelLogHistory, saveNotification } from './panel-logs.queries.ts'
import { createPanelLogs, type PanelLogs } from './panel-logs.ts'

/** Polling interval while the socket is not connected. */
const POLL_MS = 15_000

/** Manages the logs of this session, from its socket, from this page, and from earlier pages. */
export function usePanelLogs(): PanelLogs {
  const { logEventsId } = useSignedIn()
  const connection = useLiveConnection()
  const alerts = useAlerts()
  const alertStore = useLastAlert()
  const [logs] = useState(createPanelLogs)
  const isOpen = useStore(connection.isOpen, (state) => state)
  const storedLogs = useQuery({ ...panelLogHistory, refetchInterval: isOpen ? false : POLL_MS })

  useEffect(
    () =>
      connection.subscribe(logsEventOf(logEventsId), (data) => {
        try {
          logs.handleMessage(data)
        } catch {
          alerts.warn('Failed to process socket message')
        }
      }),
    [connection, logEventsId, logs, alerts],
  )

  useEffect(
    () =>
      alertStore.subscribe(() => {
        const alert = alertStore.get()
        if (!alert) return
        const timestamp = Math.floor(Date.now() / 1000)
        const entry = { timestamp, ...alert, type: 'NOTIFICATION' } as const
        logs.add(entry)
        void saveNotification(entry)
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
    if (error) alerts.showError(error, 'Failed to load logs')
  }, [error, alerts])
  useEffect(() => () => logs.close(), [logs])
  return logs
}
