import { SEALED } from '@recto/contract/adapters/adapters'
import { ariaDescribedByIds, type WidgetProps } from '@rjsf/utils'
import { Input } from 'antd'
import { useRef } from 'react'

const isSealed = (value: unknown): value is string =>
  typeof value === 'string' && SEALED.test(value)

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
      placeholder={seal ? 'Unchanged. Type to replace the stored value.' : ''}
      onChange={({ target }) => onChange(target.value === '' ? seal : target.value)}
    />
  )
}
