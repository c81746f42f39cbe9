import { omitUndefined } from '@recto/omit-undefined'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type FormValues,
  SchemaForm,
  type SchemaFormProps,
} from '../../../shared/form/schema-form/SchemaForm.tsx'
import { textAreaWidget } from '../../../shared/form/schema-form/text-area-widget.tsx'
import { textListWidget } from '../../../shared/form/schema-form/text-list-widget.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { FormSkeleton } from '../../../shared/services/FormSkeleton.tsx'
import { endSchema } from '../../workflows/workflows.port.tsx'

type Schema = SchemaFormProps['schema']

type Props = {
  readonly side: 'source' | 'destination'
  readonly entity: 'file' | 'db' | 'http'
  /** Names of the settings that are always shown; the others are folded. */
  readonly shownNames: readonly string[]
  readonly values: FormValues
  readonly failures: ReadonlyMap<string, string>
  onChange(values: FormValues): void
}

const widgets = { folders: textListWidget('All folders'), bodyTemplate: textAreaWidget }
/** Explanations of settings where the page differs from a dialog. */
const descriptions: Readonly<Record<string, string>> = {
  folders: 'Select folders in the list, or type a path and press Enter.',
}

/** The settings of a source or destination. They are kept as they are entered. */
export function EndSettings({ side, entity, shownNames, values, failures, onChange }: Props) {
  const kind = { type: side === 'source' ? 'src' : 'dest', entity } as const
  const { data: schema, error, refetch } = useQuery(endSchema(kind))
  const form = useMemo(() => schema && toForm(schema, shownNames), [schema, shownNames])

  if (error) {
    return (
      <FailureState
        error={error}
        fallback="Failed to load the settings"
        onRetry={() => void refetch()}
      />
    )
  }
  if (!form) return <FormSkeleton />
  return (
    <div className="guide-settings">
      <SchemaForm
        idPrefix={side}
        schema={form}
        values={values}
        failures={failures}
        fieldWidgets={widgets}
        onChange={(changes) => onChange({ ...values, ...changes })}
        onSubmit={() => undefined}
      >
        {/* Without children the form would get a button of its own. */}
        <span hidden />
      </SchemaForm>
    </div>
  )
}

/** Folds all settings but those that are always shown, which come first. */
function toForm(schema: Schema, shownNames: readonly string[]): Schema {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, FormValues>)
  const rankOf = (name: string) =>
    shownNames.includes(name) ? shownNames.indexOf(name) : shownNames.length
  return {
    ...schema,
    required: [],
    properties: Object.fromEntries(
      properties
        .toSorted(([a], [b]) => rankOf(a) - rankOf(b))
        .map(([name, property]) => {
          const description = descriptions[name] ?? property.description
          const isAdvanced = !shownNames.includes(name)
          return [name, { ...property, ...omitUndefined({ description }), isAdvanced }]
        }),
    ),
  }
}
