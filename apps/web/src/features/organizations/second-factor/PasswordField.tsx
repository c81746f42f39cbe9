import { Input } from 'antd'
import { failuresByField } from '../../../shared/api/refusal.ts'
import { FormField } from '../../../shared/form/FormField.tsx'

type Props = {
  readonly hasPassword: boolean
  readonly value: string
  readonly error: unknown
  onChange(value: string): void
}

/** Asks for the password again. People without one must have signed in recently. */
export function PasswordField({ hasPassword, value, error, onChange }: Props) {
  if (!hasPassword) return <p>You must have signed in during the last 15 minutes.</p>
  return (
    <FormField label="Current password" failure={failuresByField(error).get('password')}>
      {(ties) => (
        <Input.Password
          {...ties}
          autoComplete="current-password"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  )
}
