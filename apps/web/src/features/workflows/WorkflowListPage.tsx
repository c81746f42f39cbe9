import { ComingPage } from '../../shared/ComingPage.tsx'

export function WorkflowListPage() {
  return (
    <ComingPage
      title="Workflows"
      description="Build no-code data workflows for unstructured data"
    />
  )
}
