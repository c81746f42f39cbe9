import { Button } from 'antd'
import { SchemaForm } from '../../../../shared/form/schema-form/SchemaForm.tsx'
import { textListWidget } from '../../../../shared/form/schema-form/text-list-widget.tsx'
import { FailureState } from '../../../../shared/layout/FailureState.tsx'
import { FormSkeleton } from '../../../../shared/services/FormSkeleton.tsx'
import type { EndChoice } from './use-end.ts'

type Props = {
  readonly choice: EndChoice
  /** Reason why it cannot be changed. */
  readonly refusal: string | undefined
}

const widgets = { folders: textListWidget('All folders') }
const emptySchema = { type: 'object', properties: {} }

/** Form for the settings of a source or destination. */
export function EndForm({ choice, refusal }: Props) {
  const { settings, values, failures, isSaving, setValues, save } = choice
  if (settings.error) {
    return (
      <FailureState
        error={settings.error}
        fallback="Failed to load the configuration form"
        onRetry={() => void settings.refetch()}
      />
    )
  }
  if (!settings.data) return <FormSkeleton />
  return (
    <SchemaForm
      schema={settings.data.schema ?? emptySchema}
      values={values}
      failures={failures}
      fieldWidgets={widgets}
      disabled={refusal !== undefined}
      onChange={setValues}
      onSubmit={save}
    >
      <Button
        type="primary"
        htmlType="submit"
        title={refusal}
        disabled={refusal !== undefined}
        loading={isSaving}
      >
        Save
      </Button>
    </SchemaForm>
  )
}
