import { ComingPage } from '../../shared/ComingPage.tsx'

export function WorkflowPage() {
  return <ComingPage title="Workflow" description="Source, tool and destination, and their runs." />
}
