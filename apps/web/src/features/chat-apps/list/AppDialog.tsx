import { Input } from 'antd'
import { useState } from 'react'
import { failuresByField } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { FormField } from '../../../shared/form/FormField.tsx'
import type { ChatApp, ChatAppValues } from '../chat-app.ts'
import { useCreateChatApp, useUpdateChatApp } from '../chat-apps.queries.ts'
import { type AppField, failuresOf, missingIn, valuesOf } from './app-form.ts'
import { WorkflowField } from './WorkflowField.tsx'

type Props = {
  /** The app to edit; without one, the dialog creates a new one. */
  readonly app?: ChatApp
  onClose(): void
}

/** Dialog for the name of an app, its address and the workflow that provides its documents. */
export function AppDialog({ app, onClose }: Props) {
  const form = useAppForm(app)
  const save = useSave(app)
  const alerts = useAlerts()

  async function submit() {
    const { values } = form
    const failures = failuresOf(values)
    form.fail(failures)
    if (missingIn(values).size > 0) return alerts.warn('Please enter all the fields.')
    if (failures.size > 0) return
    try {
      await save.run(values)
      onClose()
    } catch (refusal) {
      const byField = failuresByField(refusal)
      form.fail(byField)
      if (byField.size === 0) alerts.showError(refusal, 'Failed to update')
    }
  }

  return (
    <FormDialog
      width={400}
      title={app ? 'Edit App Deployment' : 'New App Deployment'}
      okText={app ? 'Update' : 'Save'}
      isPending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameFields {...form} />
      <WorkflowField
        failure={form.failures.get('workflowId')}
        value={form.values.workflowId}
        onChange={(id) => form.change('workflowId', id)}
      />
    </FormDialog>
  )
}

function NameFields({ values, failures, change }: ReturnType<typeof useAppForm>) {
  return (
    <>
      <FormField label="Display Name" failure={failures.get('displayName')}>
        {(ties) => (
          <Input
            {...ties}
            maxLength={255}
            value={values.displayName}
            onChange={({ target }) => change('displayName', target.value)}
          />
        )}
      </FormField>
      <FormField
        label="App Name"
        failure={failures.get('name')}
        hint="The last part of the address"
      >
        {(ties) => (
          <Input
            {...ties}
            className="mono"
            value={values.name}
            onChange={({ target }) => change('name', target.value)}
          />
        )}
      </FormField>
      <FormField label="Description" failure={failures.get('description')}>
        {(ties) => (
          <Input.TextArea
            {...ties}
            autoSize={{ minRows: 2, maxRows: 5 }}
            maxLength={1000}
            value={values.description}
            onChange={({ target }) => change('description', target.value)}
          />
        )}
      </FormField>
    </>
  )
}

function useAppForm(app: ChatApp | undefined) {
  const [values, setValues] = useState(valuesOf(app))
  const [failures, fail] = useState<ReadonlyMap<string, string>>(new Map())

  function change(field: AppField, text: string) {
    setValues({ ...values, [field]: text })
    fail(new Map([...failures].filter(([name]) => name !== field)))
  }
  return { values, failures, fail, change }
}

function useSave(app: ChatApp | undefined) {
  const create = useCreateChatApp()
  const update = useUpdateChatApp()
  const alerts = useAlerts()
  return {
    isPending: create.isPending || update.isPending,
    async run(values: ChatAppValues) {
      if (app) {
        await update.mutateAsync({ id: app.id, values })
        alerts.success('App deployment updated successfully')
      } else {
        await create.mutateAsync(values)
        alerts.success('New App Deployment created successfully')
      }
    },
  }
}
