import { Button } from 'antd'
import { useMemo } from 'react'
import { SchemaForm } from '../../../../shared/form/schema-form/SchemaForm.tsx'
import { textAreaWidget } from '../../../../shared/form/schema-form/text-area-widget.tsx'
import { textListWidget } from '../../../../shared/form/schema-form/text-list-widget.tsx'
import { FailureState } from '../../../../shared/layout/FailureState.tsx'
import { FormSkeleton } from '../../../../shared/services/FormSkeleton.tsx'
import type { WorkflowEnd } from '../../workflow.ts'
import { CallPreview } from './CallPreview.tsx'
import { LineTables } from './LineTables.tsx'
import type { EndChoice } from './use-end.ts'

type Props = {
  readonly end: WorkflowEnd
  readonly choice: EndChoice
  /** Reason why it cannot be changed. */
  readonly refusal: string | undefined
}

const widgets = { folders: textListWidget('All folders'), bodyTemplate: textAreaWidget }
type FormSchema = { readonly [key: string]: unknown }

const emptySchema: FormSchema = { type: 'object', properties: {} }

/** The tables for lists have their own part, which shows values beside the columns. */
function withoutLineTables(schema: FormSchema | null | undefined): FormSchema {
  const { properties, ...rest } = schema ?? emptySchema
  const { lineTables, ...fields } = (properties ?? {}) as FormSchema
  return { ...rest, properties: fields }
}

/** Form for the settings of a source or destination. */
export function EndForm({ end, choice, refusal }: Props) {
  const { settings, values, sentValues, failures, isSaving, setValues, save } = choice
  const schema = useMemo(() => withoutLineTables(settings.data?.schema), [settings.data])
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
      schema={schema}
      values={values}
      failures={failures}
      fieldWidgets={widgets}
      disabled={refusal !== undefined}
      onChange={setValues}
      onSubmit={save}
    >
      {end.connection === 'DATABASE' && (
        <LineTables
          endId={end.id}
          values={values}
          sentValues={sentValues}
          failures={failures}
          disabled={refusal !== undefined}
          onChange={setValues}
        />
      )}
      {end.connection === 'HTTP' && <CallPreview endId={end.id} values={values} />}
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
