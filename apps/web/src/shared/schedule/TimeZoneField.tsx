import { Select } from 'antd'
import { FormField } from '../form/FormField.tsx'

const zones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

/** The time zone that the browser is set to. */
export const browserTimeZone = (): string => {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  return zones.includes(timeZone) ? timeZone : 'UTC'
}

type Props = {
  readonly value: string
  readonly failure: string | undefined
  readonly hint: string
  onChange(zone: string): void
}

/** Field for the time zone of a schedule. */
export function TimeZoneField({ value, failure, hint, onChange }: Props) {
  return (
    <FormField label="Time zone" failure={failure} hint={hint}>
      {(ties) => (
        <Select<string>
          {...ties}
          showSearch
          value={value}
          options={zones.map((zone) => ({ value: zone, label: zone }))}
          onChange={onChange}
        />
      )}
    </FormField>
  )
}
