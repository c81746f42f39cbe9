import type { SharingEndpoints } from '@recto/contract/organizations/sharing'
import type { Endpoint } from '@recto/contract/wire/endpoint'
import { useAlerts } from '../feedback/alerts.tsx'
import { useShare } from './sharing.queries.ts'
import type { NewSharing } from './sharing.ts'

type SubmissionOptions = {
  readonly id: string
  readonly endpoints: SharingEndpoints
  /** Lists that show the sharing and become stale. */
  readonly lists: readonly Endpoint[]
  readonly onClose: () => void
}

export type SharingSubmission = {
  readonly isPending: boolean
  readonly error: unknown
  submit(sharing: Omit<NewSharing, 'id'>): void
}

/** Saves what was selected in a sharing dialog, and closes it. */
export function useSharingSubmission({
  id,
  endpoints,
  lists,
  onClose,
}: SubmissionOptions): SharingSubmission {
  const alerts = useAlerts()
  const { mutate, isPending, error } = useShare(endpoints, lists)
  return {
    isPending,
    error,
    submit: (sharing) =>
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
