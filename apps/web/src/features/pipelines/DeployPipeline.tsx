import { CheckCircleFilled } from '@ant-design/icons'
import type { PipelineType } from '@recto/contract/pipelines/pipeline-fields'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { usePaths } from '../../shared/navigation/paths.ts'
import type { Workflow } from '../workflows/workflows.port.tsx'
import { PipelineDialog } from './PipelineDialog.tsx'
import { texts } from './pipeline.ts'
import { pipelinesOf } from './pipelines.queries.ts'

type Props = {
  readonly type: PipelineType
  readonly workflow: Workflow
  /** Reason why the workflow cannot be deployed as such a pipeline. */
  readonly refusal: string | undefined
}

/** Button that deploys the workflow as a pipeline. */
export function DeployPipeline({ type, workflow, refusal }: Props) {
  const [isOpen, setOpen] = useState(false)
  const alerts = useAlerts()
  const open = () => (workflow.id ? setOpen(true) : alerts.warn('Invalid workflow id'))
  return (
    <>
      <Tooltip title={refusal}>
        <Button disabled={refusal !== undefined} onClick={open}>
          Deploy as {texts[type].singular}
        </Button>
      </Tooltip>
      {isOpen && (
        <PipelineDialog type={type} workflowId={workflow.id} onClose={() => setOpen(false)} />
      )}
    </>
  )
}

/** Shows the pipelines that use a workflow. */
export function WorkflowPipelines({ workflow }: { readonly workflow: Workflow }) {
  const to = usePaths()
  const { data: pipelines = [] } = useQuery(pipelinesOf(workflow.id))
  const [first, ...otherPipelines] = pipelines
  if (!first) return null
  const { singular, plural } = texts[first.type]
  return (
    <section className="pipeline-banner" aria-label="Pipelines" role="status">
      <p>
        <CheckCircleFilled aria-hidden="true" /> This Workflow has been deployed as an {singular}:{' '}
        <strong>{first.name}</strong>
        {otherPipelines.length > 0 && ` and ${otherPipelines.length} more`}.{' '}
        <Link to={first.type === 'ETL' ? to.etlPipelines() : to.taskPipelines()}>
          See the {plural}
        </Link>
      </p>
    </section>
  )
}
