import { Switch } from 'antd'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useRefusalOf } from '../../../shared/session/refusal-of.ts'
import type { Deployment } from '../deployment.ts'
import { useUpdateDeployment } from '../deployments.queries.ts'

type Props = { readonly deployment: Deployment }

/** Switches a deployment on or off. */
export function ActiveSwitch({ deployment }: Props) {
  const { id, displayName, createdBy, isOwner } = deployment
  const update = useUpdateDeployment()
  const refusal = useRefusalOf()('deployment/change', { created_by: createdBy, isOwner })
  const alerts = useAlerts()

  function handleChange(isActive: boolean) {
    update.mutate(
      { id, changes: { isActive } },
      {
        onSuccess: () => alerts.success('Status updated successfully'),
        onError: (error) => alerts.showError(error, 'Failed to update the status'),
      },
    )
  }

  return (
    <Switch
      size="small"
      title={refusal ?? (deployment.isActive ? 'Active' : 'Inactive')}
      aria-label={`${displayName} is active`}
      disabled={refusal !== undefined}
      checked={deployment.isActive}
      loading={update.isPending}
      onChange={handleChange}
    />
  )
}
