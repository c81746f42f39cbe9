import { useParams } from '@tanstack/react-router'
import { DeployWorkflow, WorkflowDeployments } from '../features/deployments/deployments.port.tsx'
import {
  ClearWorkflow,
  RunScope,
  RunWorkflow,
  StageData,
  StageState,
  StepControls,
} from '../features/executions/executions.port.tsx'
import { DeployPipeline, WorkflowPipelines } from '../features/pipelines/pipelines.port.tsx'
import { WorkflowReview } from '../features/review-rules/review-rules.port.tsx'
import {
  type EditorParts,
  type Workflow,
  WorkflowPage,
} from '../features/workflows/workflows.port.tsx'

const Deploy: EditorParts['Deploy'] = ({ workflow, refusals }) => (
  <>
    <DeployWorkflow workflow={workflow} refusal={refusals.api} />
    <DeployPipeline type="ETL" workflow={workflow} refusal={refusals.etl} />
    <DeployPipeline type="TASK" workflow={workflow} refusal={refusals.task} />
  </>
)

const Deployed = ({ workflow }: { readonly workflow: Workflow }) => (
  <>
    <WorkflowDeployments workflow={workflow} />
    <WorkflowPipelines workflow={workflow} />
  </>
)

const parts: EditorParts = {
  Run: RunWorkflow,
  Deploy,
  More: ClearWorkflow,
  Deployed,
  Review: WorkflowReview,
  StageState,
  StageData,
  Steps: StepControls,
}

/**
 * The editor of a workflow, with the parts that other features add: its runs and its deployments.
 */
export function WorkflowRoute() {
  const { workflowId = '' } = useParams({ strict: false })
  return (
    <RunScope key={workflowId} workflowId={workflowId}>
      <WorkflowPage workflowId={workflowId} parts={parts} />
    </RunScope>
  )
}
