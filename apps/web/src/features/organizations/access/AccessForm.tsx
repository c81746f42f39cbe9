import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { explain, failuresByField } from '../../../shared/api/refusal.ts'
import { FormField } from '../../../shared/form/FormField.tsx'

type Field = {
  readonly name: string
  readonly label: string
  readonly type: 'email' | 'text' | 'new-password'
  readonly hint?: string
  readonly isOptional?: boolean
}

type Values = Readonly<Record<string, string>>

type Props = {
  readonly fields: readonly Field[]
  readonly okText: string
  /** Error message if the server gives no reason. */
  readonly fallback: string
  readonly error: Error | null
  readonly isPending: boolean
  onSubmit(values: Values): void
}

/** Form on a page that needs no session. Rejections are shown at their field. */
export function AccessForm({ fields, okText, fallback, error, isPending, onSubmit }: Props) {
  const [values, setValues] = useState<Values>({})
  // A changed field no longer shows its rejection.
  const [changedFields, setChangedFields] = useState<ReadonlySet<string>>(new Set())
  const failures = failuresByField(error)
  const isKnown = [...failures.keys()].some((attr) => fields.some(({ name }) => name === attr))
  const isComplete = fields.every(({ name, isOptional }) => isOptional || values[name])

  function submit() {
    setChangedFields(new Set())
    onSubmit(values)
  }
  function change(name: string, value: string) {
    setValues({ ...values, [name]: value })
    setChangedFields(new Set([...changedFields, name]))
  }

  return (
    <Form layout="vertical" requiredMark={false} onFinish={submit}>
      {fields.map(({ name, label, type, hint }) => (
        <FormField
          key={name}
          label={label}
          failure={changedFields.has(name) ? undefined : failures.get(name)}
          hint={hint}
        >
          {(ties) => {
            const shared = {
              ...ties,
              value: values[name] ?? '',
              onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
            }
            if (type === 'new-password')
              return <Input.Password {...shared} autoComplete="new-password" />
            return (
              <Input {...shared} type={type} autoComplete={type === 'email' ? 'email' : 'off'} />
            )
          }}
        </FormField>
      ))}
      {error && !isKnown && (
        <Alert
          type="error"
          showIcon
          role="alert"
          style={{ marginBottom: 16 }}
          title={explain(error, fallback)}
        />
      )}
      <Button
        type="primary"
        size="large"
        block
        htmlType="submit"
        disabled={!isComplete}
        loading={isPending}
      >
        {okText}
      </Button>
    </Form>
  )
}
