import { CloudUploadOutlined } from '@ant-design/icons'
import { Button, Tooltip } from 'antd'
import { useState } from 'react'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import type { Workflow } from '../workflows/workflows.port.tsx'
import { DeploymentDialog } from './DeploymentDialog.tsx'

type DeployWorkflowProps = {
  readonly workflow: Workflow
  /** Reason why the workflow cannot be deployed as an API. */
  readonly refusal: string | undefined
}

/** Button that deploys the workflow as an API. */
export function DeployWorkflow({ workflow, refusal }: DeployWorkflowProps) {
  const [isOpen, setOpen] = useState(false)
  const alerts = useAlerts()
  const open = () => (workflow.id ? setOpen(true) : alerts.warn('Invalid workflow id'))
  return (
    <>
      <Tooltip title={refusal}>
        <Button
          icon={<CloudUploadOutlined aria-hidden="true" />}
          disabled={refusal !== undefined}
          onClick={open}
        >
          Deploy as API
        </Button>
      </Tooltip>
      {isOpen && <DeploymentDialog workflowId={workflow.id} onClose={() => setOpen(false)} />}
    </>
  )
}
