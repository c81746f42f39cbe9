import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useSaveExpectedValue } from '../expected-value.queries.ts'

type Variables = Parameters<ReturnType<typeof useSaveExpectedValue>['mutateAsync']>[0]

/** Marks an output as correct: its value becomes the expected value. Failures are reported. */
export function useMarkAsCorrect() {
  const { mutateAsync: save, isPending } = useSaveExpectedValue()
  const alerts = useAlerts()
  const markAsCorrect = (variables: Variables): Promise<unknown> =>
    save(variables).catch((error) =>
      alerts.showError(error, 'Failed to mark the output as correct'),
    )
  return { markAsCorrect, isPending }
}
