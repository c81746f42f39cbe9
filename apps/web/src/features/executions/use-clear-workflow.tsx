import { type ReactNode, useState } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { ClearHistoryDialog } from './ClearHistoryDialog.tsx'
import { useClearCache } from './executions.queries.ts'

/** Success messages; the default is the message of the server. */
type SuccessMessages = { readonly cache?: string; readonly history?: string }

type ClearWorkflow = {
  readonly isPending: boolean
  cache(): void
  /** Asks first: what is cleared cannot be restored, and files are delivered a second time. */
  history(): void
  /** The question, while it is open. */
  readonly question: ReactNode
}

/**
 * Clears the cached results of a workflow, or the history of the files of its source that it has
 * processed.
 */
export function useClearWorkflow(
  workflowId: string,
  successMessages: SuccessMessages = {},
): ClearWorkflow {
  const clearCache = useClearCache()
  const [isAsking, setAsking] = useState(false)
  const alerts = useAlerts()
  const requireWorkflow = (act: () => void) => () =>
    workflowId ? act() : alerts.warn('Invalid workflow id')
  return {
    isPending: clearCache.isPending,
    cache: requireWorkflow(() =>
      clearCache.mutate(workflowId, {
        onSuccess: (message) => alerts.success(successMessages.cache ?? message),
        onError: (error) => alerts.showError(error, 'Failed to clear cache.'),
      }),
    ),
    history: requireWorkflow(() => setAsking(true)),
    question: isAsking && (
      <ClearHistoryDialog
        workflowId={workflowId}
        successMessage={successMessages.history}
        onClose={() => setAsking(false)}
      />
    ),
  }
}
