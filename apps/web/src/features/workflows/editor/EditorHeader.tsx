import { ArrowLeftOutlined } from '@ant-design/icons'
import { Link } from '@tanstack/react-router'
import { Button, Tooltip } from 'antd'
import { usePaths } from '../../../shared/navigation/paths.ts'
import { useChangeRefusal } from '../use-change-refusal.ts'
import { useDeployRefusal } from '../use-deploy-refusal.ts'
import type { Workflow } from '../workflow.ts'
import type { EditorParts } from './parts.ts'
import { deployRefusals, type Ends, runRefusal } from './refusals.ts'

type Props = {
  readonly workflow: Workflow
  readonly ends: Ends
  readonly parts: Pick<EditorParts, 'Run' | 'Deploy' | 'More'>
}

/** Name of the workflow, and the actions on it as a whole. */
export function EditorHeader({ workflow, ends, parts: { Run, Deploy, More } }: Props) {
  const to = usePaths()
  const rightRefusal = useDeployRefusal(workflow)
  const changeRefusal = useChangeRefusal(workflow)
  return (
    <header className="workflow-header">
      <Link className="workflow-back" to={to.workflows()} aria-label="Back to workflows">
        <ArrowLeftOutlined aria-hidden="true" />
      </Link>
      <div className="workflow-title">
        <h1>{workflow.name}</h1>
        {workflow.description && <p>{workflow.description}</p>}
      </div>
      <div className="page-actions">
        <Tooltip title="No guide is available for this page yet">
          <Button type="text" disabled>
            Help
          </Button>
        </Tooltip>
        <More workflow={workflow} refusal={changeRefusal} />
        <Deploy workflow={workflow} refusals={deployRefusals(workflow, ends, rightRefusal)} />
        <Run
          workflow={workflow}
          refusal={runRefusal(workflow, ends)}
          fetchesFiles={ends.source.connection !== 'API'}
        />
      </div>
    </header>
  )
}
