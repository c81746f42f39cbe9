import { useQueryClient } from '@tanstack/react-query'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { expectedValueList, useSaveExpectedValue } from '../expected-value.queries.ts'

type Variables = Parameters<ReturnType<typeof useSaveExpectedValue>['mutateAsync']>[0]

/** Marks an output as correct: its value becomes the expected value. Failures are reported. */
export function useMarkAsCorrect() {
  const client = useQueryClient()
  const { mutateAsync: save, isPending } = useSaveExpectedValue()
  const alerts = useAlerts()

  /** Saving replaces what somebody entered, and a page shows no expected value until it has loaded them. */
  async function saveNew(variables: Variables): Promise<void> {
    const expectedValues = await client.ensureQueryData(expectedValueList(variables.projectId))
    const isTaken = expectedValues.some(
      ({ promptId, documentId, value }) =>
        promptId === variables.promptId &&
        documentId === variables.documentId &&
        value !== variables.value,
    )
    if (isTaken) alerts.hint('There is another expected value. Edit it instead.')
    else await save(variables)
  }

  const markAsCorrect = (variables: Variables): Promise<void> =>
    saveNew(variables).catch((error) => {
      alerts.showError(error, 'Failed to mark the output as correct')
    })
  return { markAsCorrect, isPending }
}
