import { DatePicker } from 'antd'
import dayjs, { type Dayjs } from 'dayjs'
import { useId } from 'react'
import './list.css'

type Days = { readonly from: string | undefined; readonly until: string | undefined }
type Props = Days & {
  /** The events of these days, for screen readers. */
  readonly label: string
  /** Whether the list may have no range at all. */
  readonly isOptional?: boolean
  /** Whether the days are those of UTC instead of those of the viewer. */
  readonly isUtc?: boolean
  onChange(range: Partial<Days>): void
}

/** Writes days as `exactTime` does. */
const dayFormat = 'M/D/YYYY'

/** Filter for the days on which something happened: the days as `YYYY-MM-DD`, the last one included. */
export function DateRange(props: Props) {
  const { label, from, until, isOptional = true, isUtc = false, onChange } = props
  const id = useId()
  return (
    <fieldset className="date-range">
      <legend className="visually-hidden">{label}</legend>
      <label htmlFor={`${id}-from`} className="visually-hidden">
        From
      </label>
      <label htmlFor={`${id}-until`} className="visually-hidden">
        Until
      </label>
      <DatePicker.RangePicker
        id={{ start: `${id}-from`, end: `${id}-until` }}
        placeholder={['From', 'Until']}
        format={dayFormat}
        allowClear={isOptional}
        allowEmpty={isOptional}
        presets={presetsOf(isUtc ? dayjs(new Date().toISOString().slice(0, 10)) : dayjs())}
        value={[toDay(from), toDay(until)]}
        onChange={(days) => onChange({ from: toText(days?.[0]), until: toText(days?.[1]) })}
      />
    </fieldset>
  )
}

const toDay = (text: string | undefined): Dayjs | null => (text ? dayjs(text) : null)

const toText = (day: Dayjs | null | undefined): string | undefined =>
  day?.format('YYYY-MM-DD') ?? undefined

const presetsOf = (today: Dayjs): { label: string; value: [Dayjs, Dayjs] }[] => [
  { label: 'Today', value: [today, today] },
  { label: 'Last 7 days', value: [today.subtract(6, 'day'), today] },
  { label: 'Last 30 days', value: [today.subtract(29, 'day'), today] },
  { label: 'Last 90 days', value: [today.subtract(89, 'day'), today] },
  { label: 'Last 12 months', value: [today.subtract(364, 'day'), today] },
  { label: 'This month', value: [today.startOf('month'), today] },
]
