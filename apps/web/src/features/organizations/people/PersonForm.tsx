import { useQuery } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { FormField } from '../../../shared/form/FormField.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { roles as rolesQuery } from './people.queries.ts'
import { type Colleague, defaultRoleOf, type OfferedRole, roleName } from './person.ts'

type Values = { readonly email: string; readonly role: string }

type Props = {
  /**
   * The person whose role is changed; the address cannot be changed. Undefined for a new person.
   */
  readonly person?: Colleague
  readonly okText: string
  readonly isPending: boolean
  onSave(values: Values): void
  onCancel(): void
}

/** Form for the address and the role of one person. */
export function PersonForm(props: Props) {
  const { data: roles, error, refetch } = useQuery(rolesQuery)
  if (error) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load user roles" onRetry={retry} />
  }
  if (!roles) return <div className="bone" style={{ height: 240 }} aria-busy="true" />
  return <Fields roles={roles} {...props} />
}

function Fields({
  roles,
  person,
  okText,
  isPending,
  onSave,
  onCancel,
}: Props & { readonly roles: readonly OfferedRole[] }) {
  const [email, setEmail] = useState(person?.email ?? '')
  const [role, setRole] = useState(person?.role ?? defaultRoleOf(roles)?.name ?? '')
  const [failure, setFailure] = useState<string>()
  const selectedRole = roles.find(({ name }) => name === role)

  function submit() {
    const emailFailure = person ? undefined : failureOf(email.trim())
    setFailure(emailFailure)
    if (!emailFailure) onSave({ email: email.trim(), role })
  }

  return (
    <Form
      className="sheet"
      layout="vertical"
      requiredMark={false}
      style={{ padding: 24 }}
      onFinish={submit}
    >
      <FormField label="Email" failure={failure}>
        {(ties) => (
          <Input
            {...ties}
            inputMode="email"
            autoComplete="off"
            readOnly={person !== undefined}
            value={email}
            onChange={({ target }) => {
              setEmail(target.value)
              setFailure(undefined)
            }}
          />
        )}
      </FormField>
      <FormField label="Role" failure={undefined} hint={selectedRole?.description}>
        {(ties) => (
          <Select
            {...ties}
            value={role}
            onChange={setRole}
            options={roles.map(({ name }) => ({ value: name, label: roleName(name, false) }))}
          />
        )}
      </FormField>
      <div style={{ display: 'flex', gap: 8 }}>
        <Button type="primary" htmlType="submit" loading={isPending}>
          {okText}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </Form>
  )
}

const maxEmailLength = 255

function failureOf(email: string): string | undefined {
  if (email === '') return 'required!'
  if (email.length > maxEmailLength) return `Enter at most ${maxEmailLength} characters.`
  const [name, domain, ...extraParts] = email.split('@')
  const isAddress = name && domain?.includes('.') && extraParts.length === 0 && !/\s/.test(email)
  return isAddress ? undefined : 'Enter a valid email!'
}
