import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Refusal } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { documentList } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'

/**
 * Returns whether a refusal says that the document is not there any more. Then the list of documents is
 * asked for again, and the editor goes on to another one.
 */
export function useGone({ projectId, name }: PromptDocument, error: unknown): boolean {
  const client = useQueryClient()
  const alerts = useAlerts()
  const isGone = error instanceof Refusal && error.status === 404
  useEffect(() => {
    if (!isGone) return
    alerts.warn(`${name} was deleted elsewhere. Document not found.`)
    void client.invalidateQueries({ queryKey: documentList(projectId).queryKey })
  }, [isGone, alerts, client, name, projectId])
  return isGone
}
