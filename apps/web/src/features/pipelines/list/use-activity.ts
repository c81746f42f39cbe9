import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { Pipeline } from '../pipeline.ts'
import { useSetActive } from '../pipelines.queries.ts'

/** Switches a pipeline on or off and reports the result. */
export function useActivity({ id, isActive }: Pipeline) {
  const { mutate, isPending } = useSetActive()
  const alerts = useAlerts()
  const done = isActive ? 'Pipeline Disabled Successfully' : 'Pipeline Enabled Successfully'
  const flip = () =>
    mutate(
      { id, isActive: !isActive },
      {
        onSuccess: () => alerts.success(done),
        onError: (error) => alerts.showError(error, 'Failed to update pipeline status.'),
      },
    )
  return { flip, isPending }
}
