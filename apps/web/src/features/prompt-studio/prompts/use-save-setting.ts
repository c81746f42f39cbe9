import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useRuns } from '../runs/runs.tsx'

/** Makes runs wait for the save of a setting; what is refused is said, and the setting is as it was. */
export function useSaveSetting(): (save: Promise<unknown>) => void {
  const { track } = useRuns()
  const alerts = useAlerts()
  return (save) => {
    track(save).catch((refusal) => alerts.failed(refusal, 'Failed to update'))
  }
}
