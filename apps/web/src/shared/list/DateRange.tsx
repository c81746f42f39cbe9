import { Button, Input } from 'antd'
import { useId } from 'react'
import './list.css'

type Days = { readonly from: string | undefined; readonly until: string | undefined }
type Props = Days & {
  /** What happened on these days, for screen readers. */
  readonly label: string
  /** Whether the list may have no range at all. */
  readonly isOptional?: boolean
  onChange(range: Partial<Days>): void
}

/** Filter for the days on which something happened. */
export function DateRange({ label, from, until, isOptional = true, onChange }: Props) {
  const id = useId()
  return (
    <fieldset className="date-range">
      <legend className="visually-hidden">{label}</legend>
      <label htmlFor={`${id}-from`}>From</label>
      <Input
        id={`${id}-from`}
        type="date"
        value={from ?? ''}
        max={until}
        onChange={({ target }) => onChange({ from: target.value || undefined })}
      />
      <label htmlFor={`${id}-until`}>until</label>
      <Input
        id={`${id}-until`}
        type="date"
        value={until ?? ''}
        min={from}
        onChange={({ target }) => onChange({ until: target.value || undefined })}
      />
      {isOptional && (from || until) && (
        <Button type="text" onClick={() => onChange({ from: undefined, until: undefined })}>
          Clear
        </Button>
      )}
    </fieldset>
  )
}
