import { ariaDescribedByIds, type WidgetProps } from '@rjsf/utils'
import { Input } from 'antd'
import { useRef } from 'react'
import { isSealed } from './sealed-secrets.ts'

function describeStored(value: unknown, seal: string | undefined): string {
  if (isSealed(value)) return 'Unchanged. Type to replace the stored value.'
  return seal ? 'Enter it again. The stored value is for another service.' : ''
}

/**
 * A masked field. A stored secret never reaches the page; its placeholder seal does, and stays
 * unless the user types a new secret.
 */
export function SecretWidget({ id, value, onChange, disabled, readonly, required }: WidgetProps) {
  const seal = useRef(isSealed(value) ? value : undefined).current
  const displayedValue = isSealed(value) ? '' : (value ?? '')

  return (
    <Input.Password
      id={id}
      name={id}
      value={displayedValue}
      disabled={Boolean(disabled || readonly)}
      aria-required={required ?? false}
      aria-describedby={ariaDescribedByIds(id)}
      autoComplete="new-password"
      placeholder={describeStored(value, seal)}
      onChange={({ target }) => onChange(target.value === '' ? seal : target.value)}
    />
  )
}
