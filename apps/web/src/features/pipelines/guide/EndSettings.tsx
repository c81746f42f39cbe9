import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type FormValues,
  SchemaForm,
  type SchemaFormProps,
} from '../../../shared/form/schema-form/SchemaForm.tsx'
import { textListWidget } from '../../../shared/form/schema-form/text-list-widget.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { FormSkeleton } from '../../../shared/services/FormSkeleton.tsx'
import { endSchema } from '../../workflows/workflows.port.tsx'
import { Folded } from './Folded.tsx'

type Schema = SchemaFormProps['schema']

type Props = {
  readonly side: 'source' | 'destination'
  readonly entity: 'file' | 'db'
  /** Names of the settings that are always shown; the others are folded. */
  readonly usual: readonly string[]
  readonly values: FormValues
  readonly failures: ReadonlyMap<string, string>
  onChange(values: FormValues): void
}

const widgets = { folders: textListWidget('All folders') }
/** Explanations of settings where the page differs from a dialog. */
const descriptions: Readonly<Record<string, string>> = {
  folders: 'Select folders in the list, or type a path and press Enter.',
}

/** The settings of a source or destination. They are kept as they are entered. */
export function EndSettings({ side, entity, usual, values, failures, onChange }: Props) {
  const kind = { type: side === 'source' ? 'src' : 'dest', entity } as const
  const { data: schema, error, refetch } = useQuery(endSchema(kind))
  const parts = useMemo(() => schema && splitSchema(schema, usual), [schema, usual])

  if (error) {
    return (
      <FailureState
        error={error}
        fallback="Failed to load the settings"
        onRetry={() => void refetch()}
      />
    )
  }
  if (!parts) return <FormSkeleton />
  const form = (part: 'usual' | 'folded') => (
    <SchemaForm
      idPrefix={`${side}-${part}`}
      schema={parts[part]}
      values={pick(values, namesIn(parts[part]))}
      failures={failures}
      fieldWidgets={widgets}
      onChange={(changes) => onChange({ ...values, ...changes })}
      onSubmit={() => undefined}
    >
      {/* Without children the form would get a button of its own. */}
      <span hidden />
    </SchemaForm>
  )
  const isFailed = namesIn(parts.folded).some((name) => failures.has(name))
  return (
    <div className="guide-settings">
      {form('usual')}
      <Folded title="More settings" isForcedOpen={isFailed}>
        {form('folded')}
      </Folded>
    </div>
  )
}

const namesIn = (schema: Schema): string[] => Object.keys(schema.properties ?? {})

const pick = (values: FormValues, names: readonly string[]): FormValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))

const describe = (properties: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(properties).map(([name, property]) => {
      const description = descriptions[name]
      return [name, description ? { ...(property as object), description } : property]
    }),
  )

/** Splits the fields of a form into those that are always shown and the others. */
function splitSchema(schema: Schema, usual: readonly string[]) {
  const names = namesIn(schema)
  const part = (partNames: readonly string[]): Schema => ({
    ...schema,
    required: [],
    properties: describe(pick(schema.properties as FormValues, partNames)),
  })
  return {
    usual: part(usual.filter((name) => names.includes(name))),
    folded: part(names.filter((name) => !usual.includes(name))),
  }
}
