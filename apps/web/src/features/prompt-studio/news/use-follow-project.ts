import { projectEvent } from '@recto/contract/server/sockets'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLine } from '../../../shared/live/line.ts'
import {
  everyPart,
  type ProjectPart,
  partsFromNews,
  refreshParts,
} from '../project-news.queries.ts'

/** Polling interval while the socket is not connected. */
const ASK_MS = 30_000

/** Shows other people's changes to an open project without a reload. */
export function useFollowProject(projectId: string): void {
  const client = useQueryClient()
  const line = useLine()

  useEffect(() => {
    let waiting = new Set<ProjectPart>()
    let isUnderWay = false
    let isOver = false
    // Parts that change during a request are fetched together after it, so that news in quick
    // succession neither start many requests nor cancel each other.
    const refresh = async (parts: readonly ProjectPart[]) => {
      for (const part of parts) waiting.add(part)
      if (isUnderWay) return
      isUnderWay = true
      while (waiting.size > 0 && !isOver) {
        const asked = [...waiting]
        waiting = new Set()
        await refreshParts(client, projectId, asked)
      }
      isUnderWay = false
    }
    const timer = setInterval(() => {
      if (!line.isOpen.get() && !document.hidden) void refresh(everyPart)
    }, ASK_MS)
    const ends = [
      line.listen(projectEvent, (data) => void refresh(partsFromNews(projectId, data))),
      // Changes may have been missed while the connection was closed.
      line.isOpen.subscribe(() => {
        if (line.isOpen.get()) void refresh(everyPart)
      }),
    ]
    return () => {
      isOver = true
      clearInterval(timer)
      for (const end of ends) end()
    }
  }, [client, line, projectId])
}
