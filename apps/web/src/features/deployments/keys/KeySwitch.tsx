import type { DeploymentKey } from '@recto/contract/deployments'
import { Switch } from 'antd'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useUpdateKey } from '../deployments.queries.ts'

/** Whether the key opens the deployment. */
export function KeySwitch({ apiKey }: { readonly apiKey: DeploymentKey }) {
  const { id, is_active, description } = apiKey
  const update = useUpdateKey()
  const alerts = useAlerts()
  const onError = (error: unknown) => alerts.failed(error, 'Failed to update the API key')

  return (
    <Switch
      size="small"
      aria-label={`${description} is active`}
      checked={is_active}
      loading={update.isPending}
      onChange={(isActive) =>
        update.mutate({ params: { id }, body: { is_active: isActive } }, { onError })
      }
    />
  )
}
