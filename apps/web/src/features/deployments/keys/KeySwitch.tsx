import { Switch } from 'antd'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import type { ApiKey } from '../deployment.ts'
import { useUpdateKey } from '../deployments.queries.ts'

/** Switches a key on or off. */
export function KeySwitch({ apiKey }: { readonly apiKey: ApiKey }) {
  const { id, description } = apiKey
  const update = useUpdateKey()
  const alerts = useAlerts()
  const onError = (error: unknown) => alerts.showError(error, 'Failed to update the API key')

  return (
    <Switch
      size="small"
      aria-label={`${description} is active`}
      checked={apiKey.isActive}
      loading={update.isPending}
      onChange={(isActive) => update.mutate({ id, changes: { isActive } }, { onError })}
    />
  )
}
