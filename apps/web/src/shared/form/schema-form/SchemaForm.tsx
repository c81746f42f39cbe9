import { generateForm } from '@rjsf/antd'
import type { ErrorSchema, WidgetProps } from '@rjsf/utils'
import { type ComponentType, type ReactNode, useMemo } from 'react'
import { fieldOrder } from './field-order.ts'
import { prepareSchema } from './prepare-schema.ts'
import { SecretWidget } from './SecretWidget.tsx'
import { ChoiceTemplate, FieldTemplate, ObjectFieldTemplate } from './templates.tsx'
import { interpretingValidator } from './validator.ts'
import './schema-form.css'

/** What a field of the form may be drawn with; `value` and `onChange` are the field's. */
export type FieldWidget = ComponentType<WidgetProps<FormValues>>

export type FormValues = { readonly [field: string]: unknown }

type Props = {
  readonly schema: { readonly [key: string]: unknown }
  readonly values: FormValues
  /** Failures from the server by field; nested fields joined with a dot. */
  readonly failures?: ReadonlyMap<string, string>
  readonly disabled?: boolean
  /** Fields that are not drawn as their type asks, by name. Keep it the same between renders. */
  readonly fieldWidgets?: { readonly [field: string]: FieldWidget }
  onChange(values: FormValues): void
  /** Called with values that the schema accepts. */
  onSubmit(values: FormValues): void
  /** The buttons; one of them of type submit. */
  readonly children: ReactNode
}

const Form = generateForm<FormValues>()
const templates = {
  FieldTemplate,
  MultiSchemaFieldTemplate: ChoiceTemplate,
  ObjectFieldTemplate,
}
const widgets = { PasswordWidget: SecretWidget }

/** A form drawn from a JSON Schema: the web knows no provider by name. */
export function SchemaForm({ schema, values, failures, fieldWidgets, children, ...rest }: Props) {
  const prepared = useMemo(() => prepareSchema(schema), [schema])
  const extraErrors = useMemo(() => errorTree(failures), [failures])
  const uiSchema = useMemo(
    () => ({ ...uiSchemaOf(fieldWidgets), 'ui:order': fieldOrder(prepared) }),
    [fieldWidgets, prepared],
  )

  return (
    <Form
      className="schema-form"
      idPrefix="setting"
      schema={prepared}
      uiSchema={uiSchema}
      formData={values}
      validator={interpretingValidator}
      templates={templates}
      widgets={widgets}
      extraErrors={extraErrors}
      showErrorList={false}
      focusOnFirstError
      noHtml5Validate
      disabled={rest.disabled ?? false}
      onChange={({ formData }) => rest.onChange(formData ?? {})}
      // Each failure stands beside its field; the form would also print them to the console.
      onError={() => undefined}
      onSubmit={({ formData }) => rest.onSubmit(formData ?? {})}
    >
      {children}
    </Form>
  )
}

const uiSchemaOf = (widgets: { readonly [field: string]: FieldWidget } = {}) =>
  Object.fromEntries(
    Object.entries(widgets).map(([field, widget]) => [field, { 'ui:widget': widget }]),
  )

function errorTree(failures: ReadonlyMap<string, string> = new Map()): ErrorSchema<FormValues> {
  const tree: Record<string, unknown> = {}
  for (const [field, message] of failures) {
    let at = tree
    for (const name of field.split('.')) {
      at[name] ??= {}
      at = at[name] as Record<string, unknown>
    }
    at.__errors = [message]
  }
  return tree as ErrorSchema<FormValues>
}
