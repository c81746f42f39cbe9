import { useQuery } from '@tanstack/react-query'
import { Button, Tooltip } from 'antd'
import { useMemo, useState } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import {
  type FieldWidget,
  type FormValues,
  SchemaForm,
  type SchemaFormProps,
} from '../../../shared/form/schema-form/SchemaForm.tsx'
import { textListWidget } from '../../../shared/form/schema-form/text-list-widget.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { allAdapters } from '../../../shared/session/adapter.queries.ts'
import { AdapterPicker } from '../../adapters/adapters.port.tsx'
import { useChangeRefusal } from '../use-change-refusal.ts'
import type { Workflow, WorkflowStep } from '../workflow.ts'
import { toolSettingsSchema, useSaveToolSettings } from '../workflows.queries.ts'
import {
  type AdapterField,
  adapterFieldsOf,
  textListsOf,
  toForm,
  toMetadata,
  withFreeAdapters,
} from './adapter-fields.ts'

type SettingsProps = { readonly step: WorkflowStep; readonly workflow: Workflow }

/** Form for the settings of the tool in this workflow, generated from the schema of the tool. */
export function ToolSettings({ step, workflow }: SettingsProps) {
  const { data, error, refetch } = useQuery(toolSettingsSchema(step.toolId, step.workflowId))

  if (error && !data) {
    const retry = () => void refetch()
    return (
      <FailureState error={error} fallback="Failed to load the settings form" onRetry={retry} />
    )
  }
  if (!data) return <div className="bone tool-list-bone" aria-hidden="true" />
  return <SettingsForm step={step} workflow={workflow} schema={data} />
}

type FormProps = SettingsProps & {
  readonly schema: SchemaFormProps['schema']
}

function SettingsForm({ step, workflow, schema }: FormProps) {
  const refusal = useChangeRefusal(workflow)
  const [values, setValues] = useState(() => toForm(step.metadata, schema))
  const [widgets] = useState(() => widgetsFor(schema))
  const { data: adapters = [] } = useQuery(allAdapters)
  const save = useSaveToolSettings()
  const alerts = useAlerts()

  function handleSubmit(checked: FormValues) {
    const nameOf = (id: string) => adapters.find((adapter) => adapter.id === id)?.name ?? id
    const metadata = toMetadata(checked, { metadata: step.metadata, schema, nameOf })
    save.mutate(
      { id: step.id, metadata: { ...metadata } },
      {
        onSuccess: () => alerts.success('Updated tool settings.'),
        onError: (error) => alerts.showError(error, 'Failed to update'),
      },
    )
  }

  return (
    <div className="tool-settings">
      <SchemaForm
        schema={useMemo(() => withFreeAdapters(schema), [schema])}
        values={values}
        fieldWidgets={widgets}
        disabled={save.isPending || refusal !== undefined}
        onChange={setValues}
        onSubmit={handleSubmit}
      >
        <Tooltip title={refusal}>
          <Button
            type="primary"
            htmlType="submit"
            disabled={refusal !== undefined}
            loading={save.isPending}
          >
            Save
          </Button>
        </Tooltip>
      </SchemaForm>
    </div>
  )
}

const widgetsFor = (schema: FormProps['schema']): { readonly [field: string]: FieldWidget } =>
  Object.fromEntries([
    ...textListsOf(schema).map((name) => [name, textListWidget('Type a value and press Enter')]),
    ...adapterFieldsOf(schema).map((field) => [field.name, pickerOf(field)]),
  ])

const pickerOf =
  ({ type, isFree }: AdapterField): FieldWidget =>
  ({ id, value, onChange, disabled = false }) => (
    <AdapterPicker
      id={id}
      type={type}
      value={value}
      disabled={disabled}
      placeholder={isFree ? 'Same as in the project' : 'Select an adapter'}
      onChange={onChange}
    />
  )
