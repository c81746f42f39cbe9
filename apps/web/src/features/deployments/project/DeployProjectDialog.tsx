import { Alert, Form, Modal } from 'antd'
import { useId, useState } from 'react'
import { explain, failuresByField, Refusal } from '../../../shared/api/refusal.ts'
import { DeployedDialog } from '../DeployedDialog.tsx'
import { failuresOf, suggestedApiName } from '../deployment-form.ts'
import { MAX_NAME, NameFields } from './NameFields.tsx'
import { StepList } from './StepList.tsx'
import { useDeploymentToUpdate, useDeployProject } from './use-deploy-project.ts'
import '../deployments.css'

type Props = {
  readonly project: { readonly id: string; readonly name: string }
  readonly onClose: () => void
}

/**
 * Deploys a project as an API, or updates the API that it is deployed as already: lets the user enter the names, shows the progress, and resumes after
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
  const { data: deployment, isLoading } = useDeploymentToUpdate(project.id)
  const { error, data, isPending } = deploy
  const isWarned = error instanceof Refusal && error.failures[0]?.code === 'warning'
  const serverFailures = error ? failuresByField(error) : new Map<string, string>()
  const failures = new Map([...serverFailures, ...validationFailures])
  const atField = !deployment && (failures.has('displayName') || failures.has('apiName'))

  function submit() {
    if (deployment) {
      const { display_name, api_name } = deployment
      deploy.mutate({ displayName: display_name, apiName: api_name, isForced: isWarned })
      return
    }
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
      title={deployment ? 'Update API' : 'Deploy as API'}
      okText={okText({ isWarned, isRetry: error !== null, isUpdate: Boolean(deployment) })}
      okButtonProps={{
        htmlType: 'submit',
        form: formId,
        loading: isPending,
        disabled: isLoading,
      }}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <Form id={formId} layout="vertical" requiredMark={false} onFinish={submit}>
        {deployment ? (
          <p>
            This project is deployed as <b>{deployment.display_name}</b> (
            <code>{deployment.api_name}</code>). The API will run the prompts as they are now. Its
            URL and its keys stay the same.
          </p>
        ) : (
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
        )}
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

type ActionFacts = {
  /** Whether the user was warned and may go on. */
  readonly isWarned: boolean
  readonly isRetry: boolean
  readonly isUpdate: boolean
}

function okText({ isWarned, isRetry, isUpdate }: ActionFacts): string {
  if (isWarned) return isUpdate ? 'Update anyway' : 'Deploy anyway'
  if (isRetry) return 'Continue'
  return isUpdate ? 'Update' : 'Deploy'
}
