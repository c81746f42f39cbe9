import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
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

/** Returns the reason why the user cannot run the pipeline now, if any. */
export function useRunRefusal({ isActive, createdBy }: Pipeline): string | undefined {
  const refusalOf = useRefusalOf()
  return isActive
    ? refusalOf('pipeline/run', { created_by: createdBy })
    : 'The pipeline is disabled'
}

/** Returns the reason why the user cannot change the pipeline, if any. */
export function useChangeRefusal({ createdBy }: Pipeline): string | undefined {
  return useRefusalOf()('pipeline/change', { created_by: createdBy })
}
