import type { ConnectionType } from '@recto/contract/workflows/workflow-fields'
import { useMutation } from '@tanstack/react-query'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useUpdateEnd } from '../workflows.queries.ts'
import type { Ends } from './refusals.ts'

type Change = {
  readonly side: keyof Ends
  readonly connection: ConnectionType | ''
}

/**
 * Changes the kind of connection of the source or the destination. Changing the source also resets
 * the destination, because the two must fit together.
 */
export function useConnect({ source, destination }: Ends) {
  const { mutateAsync: update } = useUpdateEnd()
  const alerts = useAlerts()

  return useMutation({
    async mutationFn({ side, connection }: Change) {
      const end = side === 'source' ? source : destination
      if (side === 'source' && destination.connection !== '') {
        await update({ id: destination.id, connection: '' })
      }
      await update({ id: end.id, connection })
    },
    onSuccess: () => alerts.success('Successfully updated'),
    onError: (error) => alerts.showError(error, 'Failed to update'),
  })
}
