import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Refusal } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { documentList } from '../document.queries.ts'
import type { PromptDocument } from '../document.ts'

/**
 * Returns whether an error means that the document was deleted. If so, refetches the list of
 * documents, so that the editor shows another one.
 */
export function useIsDocumentDeleted({ projectId, name }: PromptDocument, error: unknown): boolean {
  const client = useQueryClient()
  const alerts = useAlerts()
  const isDeleted = error instanceof Refusal && error.status === 404
  useEffect(() => {
    if (!isDeleted) return
    alerts.warn(`Document not found. ${name} was deleted in another tab or by someone else.`)
    void client.invalidateQueries({ queryKey: documentList(projectId).queryKey })
  }, [isDeleted, alerts, client, name, projectId])
  return isDeleted
}
