import type { PipelineType } from '@recto/contract/pipelines/pipeline-fields'
import type { SavedPipeline } from '@recto/contract/pipelines/pipelines'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Alert, Input, Select } from 'antd'
import { explain, failuresByField } from '../../shared/api/refusal.ts'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { type FieldTies, FormField } from '../../shared/form/FormField.tsx'
import { usePaths } from '../../shared/navigation/paths.ts'
import { defaultSchedule } from '../../shared/schedule/describe-schedule.ts'
import { SchedulePicker } from '../../shared/schedule/SchedulePicker.tsx'
import { initialArrivalValues } from './arrival-values.ts'
import { ArrivalFields } from './arrivals/ArrivalFields.tsx'
import { TriggerChoice } from './arrivals/TriggerChoice.tsx'
import { CheaperChoice } from './CheaperChoice.tsx'
import { failuresOf, type Pipeline, type PipelineValues, texts } from './pipeline.ts'
import { useCreatePipeline, useUpdatePipeline, workflowChoices } from './pipelines.queries.ts'
import './pipelines.css'
import { FormDialog } from '../../shared/form/FormDialog.tsx'
import { useFormValues } from '../../shared/form/use-form-values.ts'

type Props = {
  readonly type: PipelineType
  /** The pipeline to edit; without one, the dialog creates a new one. */
  readonly pipeline?: Pipeline
  /** The workflow to deploy, if the page determines it. */
  readonly workflowId?: string
  readonly onClose: () => void
}

const MAX_NAME = 32

/** Dialog for the name of a pipeline, its workflow and its schedule. */
export function PipelineDialog(props: Props) {
  const { type, pipeline, workflowId, onClose } = props
  const { values, failures, change, submit, error, isPending } = usePipelineForm(props)
  const chooseTrigger = (runsOnArrival: boolean) =>
    change({ runsOnArrival, cron: runsOnArrival ? null : (pipeline?.cron ?? defaultSchedule) })

  return (
    <FormDialog
      width={520}
      title={pipeline ? `Edit ${texts[type].singular}` : `New ${texts[type].singular}`}
      okText={pipeline ? 'Save' : 'Create'}
      isPending={isPending}
      error={error}
      failureText="Failed to save"
      onSubmit={submit}
      onClose={onClose}
    >
      <FormField label="Display name" failure={failures.get('name')}>
        {(ties) => (
          <Input
            {...ties}
            autoFocus
            maxLength={MAX_NAME}
            value={values.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </FormField>
      {workflowId === undefined && (
        <FormField label="Workflow" failure={failures.get('workflowId')}>
          {(ties) => (
            <WorkflowPicker
              {...ties}
              type={type}
              value={values.workflowId}
              onChange={(id) => change({ workflowId: id })}
            />
          )}
        </FormField>
      )}
      {workflowId !== undefined && failures.has('workflowId') && (
        <Alert type="error" showIcon role="alert" title={failures.get('workflowId')} />
      )}
      <TriggerChoice runsOnArrival={values.runsOnArrival} onChange={chooseTrigger} />
      {values.runsOnArrival ? (
        <ArrivalFields values={values} failures={failures} onChange={change} />
      ) : (
        <SchedulePicker
          cron={values.cron}
          timeZone={values.timeZone}
          failures={failures}
          onChange={change}
        />
      )}
      <CheaperChoice
        value={values.usesBatches}
        onChange={(usesBatches) => change({ usesBatches })}
      />
    </FormDialog>
  )
}

function usePipelineForm({ type, pipeline, workflowId, onClose }: Props) {
  const form = useFormValues<PipelineValues>(
    pipeline ?? {
      name: '',
      workflowId: workflowId ?? '',
      cron: defaultSchedule,
      timeZone: 'UTC',
      usesBatches: false,
      ...initialArrivalValues,
    },
  )
  const { values, failures, setFailures: fail, change } = form
  const create = useCreatePipeline()
  const update = useUpdatePipeline()
  const alerts = useAlerts()
  const error = create.error ?? update.error

  function submit() {
    const failures = failuresOf(values)
    fail(failures)
    if (failures.size > 0) return
    const message = pipeline ? 'Pipeline Updated Successfully' : 'New Pipeline Created Successfully'
    const callbacks = {
      onSuccess: ({ caveat }: SavedPipeline) => {
        alerts.success(message)
        if (caveat !== null) alerts.hint(caveat)
        onClose()
      },
      onError: (refusal: unknown) => fail(failuresByField(refusal)),
    }
    if (pipeline) update.mutate({ id: pipeline.id, values }, callbacks)
    else create.mutate({ type, values }, callbacks)
  }
  const isPending = create.isPending || update.isPending
  return { values, failures, change, submit, error, isPending }
}

type PickerProps = FieldTies & {
  readonly type: PipelineType
  readonly value: string
  onChange(workflowId: string): void
}

function WorkflowPicker({ type, value, onChange, ...ties }: PickerProps) {
  const { data: workflows, error, isPending } = useQuery(workflowChoices(type))
  return (
    <Select<string>
      {...ties}
      style={{ width: '100%' }}
      placeholder="Select a workflow"
      loading={isPending}
      value={value || null}
      options={(workflows ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      showSearch={{ optionFilterProp: 'label' }}
      notFoundContent={error ? explain(error, 'Failed to get endpoints') : <None type={type} />}
      onChange={onChange}
    />
  )
}

function None({ type }: { readonly type: PipelineType }) {
  return (
    <span>
      No workflow has a {type === 'ETL' ? 'database' : 'file system'} as its destination.{' '}
      <Link to={usePaths().workflows()}>Go to workflows</Link>
    </span>
  )
}
