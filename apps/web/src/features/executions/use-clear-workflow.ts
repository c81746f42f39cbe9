import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { useClearCache, useClearFileMarker } from './executions.queries.ts'

/** Success messages; the default is the message of the server. */
type Words = { readonly cache?: string; readonly history?: string }

/**
 * Clears the cached results of a workflow, or the history of the files of its source that it has
 * processed.
 */
export function useClearWorkflow(workflowId: string, words: Words = {}) {
  const clearCache = useClearCache()
  const clearMarker = useClearFileMarker()
  const alerts = useAlerts()
  const asked = (act: () => void) => () => (workflowId ? act() : alerts.warn('Invalid workflow id'))
  return {
    isPending: clearCache.isPending || clearMarker.isPending,
    cache: asked(() =>
      clearCache.mutate(workflowId, {
        onSuccess: (said) => alerts.success(words.cache ?? said),
        onError: (error) => alerts.failed(error, 'Failed to clear cache.'),
      }),
    ),
    history: asked(() =>
      clearMarker.mutate(workflowId, {
        onSuccess: (said) => alerts.success(words.history ?? said),
        onError: (error) => alerts.failed(error, 'Failed to clear file marker.'),
      }),
    ),
  }
}
