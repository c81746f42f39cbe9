import { useAlerts } from '../../shared/feedback/alerts.tsx'
import type { Deployment, DeploymentCredentials, DeploymentValues } from './deployment.ts'
import { useCreateDeployment, useUpdateDeployment } from './deployments.queries.ts'

/** Saves or creates a deployment and reports the result. */
export function useSaveDeployment(
  deployment: Deployment | undefined,
  onSaved: (newDeployment?: DeploymentCredentials) => void,
) {
  const create = useCreateDeployment()
  const update = useUpdateDeployment()
  const alerts = useAlerts()

  async function run(values: DeploymentValues) {
    if (deployment) {
      await update.mutateAsync({ id: deployment.id, changes: values })
      alerts.success('API deployment updated successfully')
    } else {
      const newDeployment = await create.mutateAsync(values)
      alerts.success('New API created successfully')
      return onSaved(newDeployment)
    }
    onSaved()
  }

  return {
    run,
    isPending: create.isPending || update.isPending,
    error: create.error ?? update.error,
  }
}
