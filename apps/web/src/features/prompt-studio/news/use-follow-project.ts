import { projectEvent } from '@recto/contract/server/sockets'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLiveConnection } from '../../../shared/live/live-connection.ts'
import {
  everyPart,
  type ProjectPart,
  partsFromNews,
  refreshParts,
} from '../project-news.queries.ts'

/** Polling interval while the socket is not connected. */
const POLL_MS = 30_000

/** Shows other people's changes to an open project without a reload. */
export function useFollowProject(projectId: string): void {
  const client = useQueryClient()
  const connection = useLiveConnection()

  useEffect(() => {
    let queuedParts = new Set<ProjectPart>()
    let isRefreshing = false
    let isUnmounted = false
    // Parts that change during a request are fetched together after it, so that news in quick
    // succession neither start many requests nor cancel each other.
    const refresh = async (parts: readonly ProjectPart[]) => {
      for (const part of parts) queuedParts.add(part)
      if (isRefreshing) return
      isRefreshing = true
      while (queuedParts.size > 0 && !isUnmounted) {
        const batch = [...queuedParts]
        queuedParts = new Set()
        await refreshParts(client, projectId, batch)
      }
      isRefreshing = false
    }
    const timer = setInterval(() => {
      if (!connection.isOpen.get() && !document.hidden) void refresh(everyPart)
    }, POLL_MS)
    const unsubscribers = [
      connection.subscribe(projectEvent, (data) => void refresh(partsFromNews(projectId, data))),
      // Changes may have been missed while the connection was closed.
      connection.isOpen.subscribe(() => {
        if (connection.isOpen.get()) void refresh(everyPart)
      }),
    ]
    return () => {
      isUnmounted = true
      clearInterval(timer)
      for (const end of unsubscribers) end()
    }
  }, [client, connection, projectId])
}
