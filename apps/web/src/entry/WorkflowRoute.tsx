import { useParams } from '@tanstack/react-router'
import { DeployWorkflow, WorkflowDeployments } from '../features/deployments/deployments.port.tsx'
import {
  RunScope,
  RunWorkflow,
  StageData,
  StageState,
} from '../features/executions/executions.port.tsx'
import { WorkflowPage } from '../features/workflows/workflows.port.tsx'

const parts = {
  Run: RunWorkflow,
  Deploy: DeployWorkflow,
  Deployed: WorkflowDeployments,
  StageState,
  StageData,
}

/** The editor of a workflow, with what the rooms above it add: its runs and its deployments. */
export function WorkflowRoute() {
  const { workflowId = '' } = useParams({ strict: false })
  return (
    <RunScope key={workflowId} workflowId={workflowId}>
      <WorkflowPage workflowId={workflowId} parts={parts} />
    </RunScope>
  )
}
