import type { SharingEndpoints } from '@recto/contract/organizations/sharing'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import { useAlerts } from '../feedback/alerts.tsx'
import { useShare } from './sharing.queries.ts'
import type { NewSharing } from './sharing.ts'

type Options = {
  readonly id: string
  readonly endpoints: SharingEndpoints
  /** Lists that show the sharing and become stale. */
  readonly lists: readonly Endpoint[]
  readonly onClose: () => void
}

export type ApplySharing = {
  readonly isPending: boolean
  readonly error: unknown
  apply(sharing: Omit<NewSharing, 'id'>): void
}

/** Saves what was selected in a sharing dialog, and closes it. */
export function useApply({ id, endpoints, lists, onClose }: Options): ApplySharing {
  const alerts = useAlerts()
  const { mutate, isPending, error } = useShare(endpoints, lists)
  return {
    isPending,
    error,
    apply: (sharing) =>
      mutate(
        { id, ...sharing },
        {
          onSuccess: () => {
            alerts.success('Shared successfully')
            onClose()
          },
        },
      ),
  }
}
