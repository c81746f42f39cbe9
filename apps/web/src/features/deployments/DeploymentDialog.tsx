import { Alert, Input } from 'antd'
import { useState } from 'react'
import { failuresByField } from '../../shared/api/refusal.ts'
import { FormDialog } from '../../shared/form/FormDialog.tsx'
import { FormField } from '../../shared/form/FormField.tsx'
import { DeployedDialog } from './DeployedDialog.tsx'
import type { Deployment, DeploymentCredentials, DeploymentValues } from './deployment.ts'
import { type DeploymentField, failuresOf, suggestedApiName } from './deployment-form.ts'
import { useSaveDeployment } from './use-save-deployment.ts'
import { WorkflowPicker } from './WorkflowPicker.tsx'

type Props = {
  /** The deployment to edit; without one, the dialog creates a new one. */
  readonly deployment?: Deployment
  /** The workflow to deploy, if the page determines it. */
  readonly workflowId?: string
  readonly onClose: () => void
}

const MAX_DESCRIPTION = 255

/** Dialog for the name of a deployment, its address and its workflow. */
export function DeploymentDialog({ deployment, workflowId, onClose }: Props) {
  const form = useDeploymentForm(deployment, workflowId)
  const { values, failures, change } = form
  const [createdDeployment, setCreatedDeployment] = useState<DeploymentCredentials>()
  const isFixed = workflowId !== undefined
  // The workflow page already shows how to call its deployment.
  const save = useSaveDeployment(deployment, (result) =>
    result && !isFixed ? setCreatedDeployment(result) : onClose(),
  )

  async function submit() {
    const failures = failuresOf(values)
    form.fail(failures)
    if (failures.size > 0) return
    await save.run(values).catch((refusal) => form.fail(failuresByField(refusal)))
  }

  if (createdDeployment) {
    return (
      <DeployedDialog {...createdDeployment} onClose={onClose}>
        <p className="faint">
          For Python and JavaScript snippets or more keys, open the deployment’s menu.
        </p>
      </DeployedDialog>
    )
  }
  return (
    <FormDialog
      title={deployment ? 'Edit API deployment' : 'New API deployment'}
      okText={deployment ? 'Save' : 'Deploy'}
      isPending={save.isPending}
      error={save.error}
      failureText="Failed to save"
      onSubmit={submit}
      onClose={onClose}
    >
      <NameFields {...form} />
      {!isFixed && (
        <FormField label="Workflow" failure={failures.get('workflowId')}>
          {(ties) => (
            <WorkflowPicker
              {...ties}
              value={values.workflowId}
              onChange={(id) => change('workflowId', id)}
            />
          )}
        </FormField>
      )}
      {isFixed && failures.has('workflowId') && (
        <Alert type="error" showIcon role="alert" title={failures.get('workflowId')} />
      )}
    </FormDialog>
  )
}

type FieldsProps = Pick<ReturnType<typeof useDeploymentForm>, 'values' | 'failures' | 'change'>

function NameFields({ values, failures, change }: FieldsProps) {
  return (
    <>
      <FormField label="Display name" failure={failures.get('displayName')}>
        {(ties) => (
          <Input
            {...ties}
            autoFocus
            maxLength={30}
            value={values.displayName}
            onChange={({ target }) => change('displayName', target.value)}
          />
        )}
      </FormField>
      <FormField label="API name" failure={failures.get('apiName')} hint="The last part of the URL">
        {(ties) => (
          <Input
            {...ties}
            className="mono"
            value={values.apiName}
            onChange={({ target }) => change('apiName', target.value)}
          />
        )}
      </FormField>
      <FormField label="Description" failure={failures.get('description')}>
        {(ties) => (
          <Input.TextArea
            {...ties}
            autoSize={{ minRows: 2, maxRows: 5 }}
            maxLength={MAX_DESCRIPTION}
            value={values.description}
            onChange={({ target }) => change('description', target.value)}
          />
        )}
      </FormField>
    </>
  )
}

function useDeploymentForm(deployment: Deployment | undefined, workflowId = '') {
  const [values, setValues] = useState<DeploymentValues>({
    displayName: deployment?.displayName ?? '',
    description: deployment?.description ?? '',
    apiName: deployment?.apiName ?? '',
    workflowId: deployment?.workflowId ?? workflowId,
  })
  const [failures, fail] = useState<ReadonlyMap<string, string>>(new Map())

  function change(field: DeploymentField, text: string) {
    const follows =
      field === 'displayName' && !deployment && isFollowed(values)
        ? { apiName: suggestedApiName(text) }
        : {}
    setValues({ ...values, ...follows, [field]: text })
    fail(new Map([...failures].filter(([name]) => name !== field && !(name in follows))))
  }
  return { values, failures, fail, change }
}

/** The API name is derived from the display name until the user edits it. */
const isFollowed = ({ displayName, apiName }: DeploymentValues): boolean =>
  apiName === suggestedApiName(displayName)
