import { ComingPage } from '../../shared/ComingPage.tsx'

export function ProjectPage() {
  return (
    <ComingPage
      title="Project"
      description="Prompts on the left, the document with its evidence on the right."
    />
  )
}
