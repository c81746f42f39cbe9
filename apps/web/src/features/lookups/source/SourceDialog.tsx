import { useState } from 'react'
import { failuresByField } from '../../../shared/api/refusal.ts'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FormDialog } from '../../../shared/form/FormDialog.tsx'
import { SchedulePicker } from '../../../shared/schedule/SchedulePicker.tsx'
import type { LookupTable } from '../lookup-table.ts'
import { SourceFields, SourceKindField, sourceKindOptions } from './SourceFields.tsx'
import { SourcePreview } from './SourcePreview.tsx'
import { useSetSource, useSourcePreview, useStartRefresh } from './source.queries.ts'
import { isComplete, newSource, type SourceState } from './source.ts'

type Props = {
  readonly table: LookupTable
  readonly state: SourceState
  onClose(): void
}

/** The fields that show their failures; others are shown below the form. */
export const shownFields: readonly string[] = [
  'name',
  'key',
  'source.url',
  'source.items_path',
  'source.header.name',
  'source.header.value',
  'source.connector_id',
  'source.table.schema',
  'source.table.name',
  'source.query',
  'cron',
  'timeZone',
]

/** Sets where the rows of a table are fetched from, and when; then fetches them. */
export function SourceDialog({ table, state, onClose }: Props) {
  const [values, setValues] = useState(state.source ?? newSource)
  const [schedule, setSchedule] = useState({ cron: state.cron, timeZone: state.timeZone })
  const { mutateAsync: save, isPending, error } = useSetSource(table.id)
  const { mutateAsync: start } = useStartRefresh()
  const preview = useSourcePreview()
  const alerts = useAlerts()
  const failures = failuresByField(error)

  async function submit() {
    try {
      await save({ source: values, ...schedule })
    } catch {
      // The dialog shows the error.
      return
    }
    onClose()
    await start(table.id).catch((failure: unknown) =>
      alerts.showError(failure, 'Failed to start the refresh'),
    )
  }

  return (
    <FormDialog
      title={`Source of ${table.name}`}
      okText="Save and refresh"
      width={720}
      isPending={isPending}
      isDisabled={!isComplete(values)}
      error={error}
      failureText="Failed to save the source"
      fields={shownFields}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <SourceKindField
        value={values.kind}
        options={sourceKindOptions}
        onChange={(kind) => setValues({ ...values, kind })}
      />
      <SourceFields
        values={values}
        failures={failures}
        hasStoredHeader={(state.source?.headerName ?? '') !== ''}
        onChange={(changes) => setValues({ ...values, ...changes })}
      />
      <SourcePreview preview={preview} values={values} tableId={table.id} />
      <SchedulePicker
        {...schedule}
        failures={failures}
        onChange={(changes) => setSchedule({ ...schedule, ...changes })}
      />
    </FormDialog>
  )
}
