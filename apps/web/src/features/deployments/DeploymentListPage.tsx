import { ComingPage } from '../../shared/ComingPage.tsx'

export function DeploymentListPage() {
  return (
    <ComingPage title="API Deployments" description="Offer a workflow as an API with its own key" />
  )
}
