import type { DeploymentListItem } from '@recto/contract/deployments'
import { Switch } from 'antd'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { useUpdateDeployment } from '../deployments.queries.ts'

type Props = { readonly deployment: DeploymentListItem }

/** Whether the address answers. */
export function ActiveSwitch({ deployment }: Props) {
  const { id, is_active, display_name } = deployment
  const update = useUpdateDeployment()
  const alerts = useAlerts()

  function handleChange(isActive: boolean) {
    update.mutate(
      { params: { id }, body: { is_active: isActive } },
      {
        onSuccess: () => alerts.success('Status updated successfully'),
        onError: (error) => alerts.failed(error, 'Failed to update the status'),
      },
    )
  }

  return (
    <Switch
      size="small"
      title={is_active ? 'Answers calls' : 'Refuses calls'}
      aria-label={`${display_name} is active`}
      checked={is_active}
      loading={update.isPending}
      onChange={handleChange}
    />
  )
}
