import { ComingPage } from '../../shared/ComingPage.tsx'

export function ProjectListPage() {
  return (
    <ComingPage
      title="Prompt Studio"
      description="Create structured data from unstructured documents"
    />
  )
}
