import type { ConnectionType } from '@recto/contract/workflows'
import { useMutation } from '@tanstack/react-query'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useUpdateEndpoint } from '../workflows.queries.ts'
import type { Ends } from './refusals.ts'

type Change = {
  readonly side: keyof Ends
  readonly type: ConnectionType | ''
}

/**
 * Gives an end another kind of connection. Its connector belonged to the old kind and goes; a new
 * kind of source also frees the destination, because the two must fit together.
 */
export function useConnect({ source, destination }: Ends) {
  const { mutateAsync: update } = useUpdateEndpoint()
  const alerts = useAlerts()

  return useMutation({
    async mutationFn({ side, type }: Change) {
      const end = side === 'source' ? source : destination
      if (side === 'source' && destination.connection_type !== '') {
        await update({ params: { id: destination.id }, body: connectedTo('') })
      }
      await update({ params: { id: end.id }, body: connectedTo(type) })
    },
    onSuccess: () => alerts.success('Successfully updated'),
    onError: (error) => alerts.failed(error, 'Failed to update'),
  })
}

const connectedTo = (connection_type: Change['type']) => ({
  connection_type,
  connector_instance: null,
})
