import { projectEvent } from '@recto/contract/sockets'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLine } from '../../../shared/live/line.ts'
import {
  everyPart,
  type ProjectPart,
  partsFromNews,
  refreshParts,
} from '../project-news.queries.ts'

/** How often it is asked where the server cannot be heard. */
const ASK_MS = 30_000

/** Shows what others change in a project without a reload, for as long as the project is open. */
export function useFollowProject(projectId: string): void {
  const client = useQueryClient()
  const line = useLine()

  useEffect(() => {
    let waiting = new Set<ProjectPart>()
    let isUnderWay = false
    let isOver = false
    // What comes while it asks is asked for together afterwards: news in quick succession neither
    // start many requests nor cut each other off.
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
      // Something may have happened while it could not be heard.
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
