import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { DescriptionForm } from '../../../shared/keys/DescriptionForm.tsx'
import {
  type ReviewKeySummary,
  useCreateReviewKey,
  useUpdateReviewKey,
} from './review-keys.queries.ts'

type Props = {
  /** The key to change; without one, the dialog creates a new one. */
  readonly reviewKey: ReviewKeySummary | undefined
  onClose(): void
}

/** Dialog for the description of a key. */
export function KeyDialog({ reviewKey, onClose }: Props) {
  const alerts = useAlerts()
  const create = useCreateReviewKey()
  const update = useUpdateReviewKey()

  function submit(description: string) {
    if (!reviewKey) return create.mutate(description, { onSuccess: onClose })
    const onSuccess = () => {
      alerts.success('Key updated successfully')
      onClose()
    }
    update.mutate({ id: reviewKey.id, description }, { onSuccess })
  }

  return (
    <DescriptionForm
      title={reviewKey ? 'Edit key' : 'New Key'}
      hint="What the key is used for"
      description={reviewKey?.description}
      save={reviewKey ? update : create}
      failureText={reviewKey ? 'Failed to update API key' : 'Failed to add api key'}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}
