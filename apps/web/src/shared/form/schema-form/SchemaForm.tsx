import { generateForm } from '@rjsf/antd'
import type { ErrorSchema, WidgetProps } from '@rjsf/utils'
import { type ComponentType, type ReactNode, useMemo, useState } from 'react'
import { fieldOrder } from './field-order.ts'
import { foldedFields } from './folded-fields.ts'
import { prepareSchema } from './prepare-schema.ts'
import { SecretWidget } from './SecretWidget.tsx'
import { ChoiceTemplate, FieldTemplate, ObjectFieldTemplate } from './templates.tsx'
import { interpretingValidator } from './validator.ts'
import './schema-form.css'

/** Component that renders a field; `value` and `onChange` are the field's. */
export type FieldWidget = ComponentType<WidgetProps<FormValues>>

export type FormValues = { readonly [field: string]: unknown }

export type SchemaFormProps = {
  readonly schema: { readonly [key: string]: unknown }
  readonly values: FormValues
  /** Failures from the server by field; nested fields joined with a dot. */
  readonly failures?: ReadonlyMap<string, string>
  readonly disabled?: boolean
  /** Start of the ids of its elements, for a page with several forms. */
  readonly idPrefix?: string
  /** Custom components of fields by name. The object must stay the same between renders. */
  readonly fieldWidgets?: { readonly [field: string]: FieldWidget }
  onChange(values: FormValues): void
  /** Called with values that the schema accepts. */
  onSubmit(values: FormValues): void
  /** The buttons, one of which has the type submit. */
  readonly children: ReactNode
}

const Form = generateForm<FormValues>()
const templates = {
  FieldTemplate,
  MultiSchemaFieldTemplate: ChoiceTemplate,
  ObjectFieldTemplate,
}
const widgets = { PasswordWidget: SecretWidget }

/** A form generated from a JSON Schema, so that the web needs no code for single providers. */
export function SchemaForm({
  schema,
  values,
  failures,
  fieldWidgets,
  idPrefix = 'setting',
  children,
  ...rest
}: SchemaFormProps) {
  const preparedSchema = useMemo(() => prepareSchema(schema), [schema])
  // Kept while the form is open, because a field that moved while somebody types in it would lose the focus.
  const [formContext] = useState(() => ({ foldedNames: foldedFields(schema, values) }))
  const extraErrors = useMemo(() => errorTree(failures), [failures])
  const uiSchema = useMemo(
    () => ({ ...uiSchemaOf(fieldWidgets), 'ui:order': fieldOrder(preparedSchema) }),
    [fieldWidgets, preparedSchema],
  )

  return (
    <Form
      className="schema-form"
      idPrefix={idPrefix}
      schema={preparedSchema}
      uiSchema={uiSchema}
      formData={values}
      formContext={formContext}
      validator={interpretingValidator}
      templates={templates}
      widgets={widgets}
      extraErrors={extraErrors}
      showErrorList={false}
      focusOnFirstError
      noHtml5Validate
      disabled={rest.disabled ?? false}
      onChange={({ formData }) => rest.onChange(formData ?? {})}
      // Each failure is shown at its field; the form would also print them to the console.
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
    let node = tree
    for (const name of field.split('.')) {
      node[name] ??= {}
      node = node[name] as Record<string, unknown>
    }
    node.__errors = [message]
  }
  return tree as ErrorSchema<FormValues>
}
