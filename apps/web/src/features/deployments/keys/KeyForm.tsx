import { DescriptionForm } from '../../../shared/keys/DescriptionForm.tsx'
import type { ApiKey } from '../deployment.ts'
import { type KeyKind, useCreateKey, useUpdateKey } from '../deployments.queries.ts'

type Props = {
  readonly deploymentId: string
  readonly kind: KeyKind
  /** The key to edit; without one, a new one is created. */
  readonly apiKey?: ApiKey
  /** Called with the new key. */
  onCreated?(apiKey: ApiKey): void
  readonly onClose: () => void
}

/** Form for the description of a key. */
export function KeyForm({ deploymentId, kind, apiKey, onCreated, onClose }: Props) {
  const create = useCreateKey(kind)
  const update = useUpdateKey()

  function submit(description: string) {
    if (apiKey) {
      update.mutate({ id: apiKey.id, changes: { description } }, { onSuccess: onClose })
      return
    }
    const onSuccess = (newKey: ApiKey) => {
      onCreated?.(newKey)
      onClose()
    }
    create.mutate({ deploymentId, description }, { onSuccess })
  }

  return (
    <DescriptionForm
      title={apiKey ? 'Edit key' : 'New key'}
      hint="Who or what will use the key"
      description={apiKey?.description}
      save={apiKey ? update : create}
      failureText="Failed to save the API key"
      onSubmit={submit}
      onClose={onClose}
    />
  )
}
