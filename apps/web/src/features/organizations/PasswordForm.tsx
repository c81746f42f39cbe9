import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { explain, failuresByField } from '../../shared/api/refusal.ts'
import { useAlerts } from '../../shared/feedback/alerts.tsx'
import { FormField } from '../../shared/form/FormField.tsx'
import { useChangePassword } from './own-account.queries.ts'

const emptyForm = { current: '', next: '', again: '' }

/** Changes the user's password. */
export function PasswordForm() {
  const alerts = useAlerts()
  const [values, setValues] = useState(emptyForm)
  const { mutate, isPending, error } = useChangePassword()
  const failures = failuresByField(error)
  const isSame = values.next === values.again
  const isComplete = values.current !== '' && values.next !== '' && values.again !== ''

  function submit() {
    const { current, next } = values
    mutate(
      { current, next },
      {
        onSuccess: () => {
          setValues(emptyForm)
          alerts.success('Password changed. Your other sessions have ended.')
        },
      },
    )
  }
  const field = (name: keyof typeof emptyForm) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) =>
      setValues({ ...values, [name]: target.value }),
  })

  return (
    <Form
      className="sheet"
      layout="vertical"
      requiredMark={false}
      style={{ padding: 24 }}
      onFinish={submit}
    >
      <FormField label="Current password" failure={failures.get('current')}>
        {(ties) => (
          <Input.Password {...ties} autoComplete="current-password" {...field('current')} />
        )}
      </FormField>
      <FormField
        label="New password"
        failure={failures.get('next')}
        hint="At least 12 characters. Four random words work well; symbols and digits are not required."
      >
        {(ties) => <Input.Password {...ties} autoComplete="new-password" {...field('next')} />}
      </FormField>
      <FormField
        label="Confirm new password"
        failure={values.again !== '' && !isSame ? 'The passwords do not match.' : undefined}
      >
        {(ties) => <Input.Password {...ties} autoComplete="new-password" {...field('again')} />}
      </FormField>
      {error && failures.size === 0 && (
        <Alert
          type="error"
          showIcon
          role="alert"
          style={{ marginBottom: 16 }}
          title={explain(error, 'Failed to change the password')}
        />
      )}
      <Button
        type="primary"
        htmlType="submit"
        disabled={!isComplete || !isSame}
        loading={isPending}
      >
        Change password
      </Button>
    </Form>
  )
}
