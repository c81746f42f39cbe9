import { Alert, Form, Modal } from 'antd'
import { useId, useState } from 'react'
import { explain, failuresByField, Refusal } from '../../../shared/api/refusal.ts'
import { DeployedDialog } from '../DeployedDialog.tsx'
import { failuresOf, suggestedApiName } from '../deployment-form.ts'
import { MAX_NAME, NameFields } from './NameFields.tsx'
import { StepList } from './StepList.tsx'
import { useDeployProject } from './use-deploy-project.ts'
import '../deployments.css'

type Props = {
  readonly project: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/**
 * Deploys a project as an API: lets the user enter the names, shows the progress, and resumes after
 * a failure.
 */
export function DeployProjectDialog({ project, onClose }: Props) {
  const formId = useId()
  const [displayName, setDisplayName] = useState(project.name.trim().slice(0, MAX_NAME).trim())
  const [apiName, setApiName] = useState(suggestedApiName(displayName))
  const [validationFailures, setValidationFailures] = useState<ReadonlyMap<string, string>>(
    new Map(),
  )
  const { deploy, step } = useDeployProject(project.id)
  const { error, data, isPending } = deploy
  const isWarned = error instanceof Refusal && error.failures[0]?.code === 'warning'
  const serverFailures = error ? failuresByField(error) : new Map<string, string>()
  const failures = new Map([...serverFailures, ...validationFailures])
  const atField = failures.has('displayName') || failures.has('apiName')

  function submit() {
    // The workflow does not exist yet; it is created during the deployment.
    const newFailures = failuresOf({ displayName, apiName, description: '', workflowId: 'new' })
    setValidationFailures(newFailures)
    if (newFailures.size === 0) deploy.mutate({ displayName, apiName, isForced: isWarned })
  }
  function rename(name: string) {
    if (apiName === suggestedApiName(displayName)) setApiName(suggestedApiName(name))
    setDisplayName(name)
    setValidationFailures(new Map())
  }

  if (data) {
    const { endpoint, key: apiKey } = data
    return (
      <DeployedDialog name={project.name} endpoint={endpoint} apiKey={apiKey} onClose={onClose} />
    )
  }
  return (
    <Modal
      open
      width={520}
      title="Deploy as API"
      okText={isWarned ? 'Deploy anyway' : error ? 'Continue' : 'Deploy'}
      okButtonProps={{ htmlType: 'submit', form: formId, loading: isPending }}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <Form id={formId} layout="vertical" requiredMark={false} onFinish={submit}>
        <NameFields
          displayName={displayName}
          apiName={apiName}
          failures={failures}
          isFixed={isPending}
          onDisplayName={rename}
          onApiName={(name) => {
            setApiName(name)
            setValidationFailures(new Map())
          }}
        />
      </Form>
      <StepList step={step} isFailed={error !== null} />
      {error && !atField && (
        <Alert
          type={isWarned ? 'warning' : 'error'}
          showIcon
          role="alert"
          title={explain(error, 'Failed to deploy')}
        />
      )}
    </Modal>
  )
}
