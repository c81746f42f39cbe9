import type { DeploymentListItem } from '@recto/contract/deployments'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import type { DeploymentValues } from './deployment-form.ts'
import { useCreateDeployment, useUpdateDeployment } from './deployments.queries.ts'

/** Saves a deployment, or makes one, and says so. */
export function useSaveDeployment(deployment: DeploymentListItem | undefined, onSaved: () => void) {
  const create = useCreateDeployment()
  const update = useUpdateDeployment()
  const alerts = useAlerts()

  async function run(body: DeploymentValues) {
    if (deployment) {
      await update.mutateAsync({ params: { id: deployment.id }, body })
      alerts.success('API deployment updated successfully')
    } else {
      await create.mutateAsync({ body })
      alerts.success('New API created successfully')
    }
    onSaved()
  }

  return {
    run,
    isPending: create.isPending || update.isPending,
    error: create.error ?? update.error,
  }
}
