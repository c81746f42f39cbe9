import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { useClearCache, useClearFileMarker } from './executions.queries.ts'

/** Success messages; the default is the message of the server. */
type SuccessMessages = { readonly cache?: string; readonly history?: string }

/**
 * Clears the cached results of a workflow, or the history of the files of its source that it has
 * processed.
 */
export function useClearWorkflow(workflowId: string, successMessages: SuccessMessages = {}) {
  const clearCache = useClearCache()
  const clearMarker = useClearFileMarker()
  const alerts = useAlerts()
  const requireWorkflow = (act: () => void) => () =>
    workflowId ? act() : alerts.warn('Invalid workflow id')
  return {
    isPending: clearCache.isPending || clearMarker.isPending,
    cache: requireWorkflow(() =>
      clearCache.mutate(workflowId, {
        onSuccess: (message) => alerts.success(successMessages.cache ?? message),
        onError: (error) => alerts.showError(error, 'Failed to clear cache.'),
      }),
    ),
    history: requireWorkflow(() =>
      clearMarker.mutate(workflowId, {
        onSuccess: (message) => alerts.success(successMessages.history ?? message),
        onError: (error) => alerts.showError(error, 'Failed to clear file marker.'),
      }),
    ),
  }
}
