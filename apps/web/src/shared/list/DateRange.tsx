import { Button, Input } from 'antd'
import { useId } from 'react'
import './list.css'

type Days = { readonly from: string | undefined; readonly until: string | undefined }
type Props = Days & {
  /** What happened on these days, for screen readers. */
  readonly label: string
  onChange(range: Partial<Days>): void
}

/** Filter for the days on which something happened. */
export function DateRange({ label, from, until, onChange }: Props) {
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
      {(from || until) && (
        <Button type="text" onClick={() => onChange({ from: undefined, until: undefined })}>
          Clear
        </Button>
      )}
    </fieldset>
  )
}
