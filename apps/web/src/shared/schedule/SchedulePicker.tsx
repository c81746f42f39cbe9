import { Alert, Input, InputNumber, Select } from 'antd'
import { exactTimeIn } from '../browser/time.ts'
import { FormField } from '../form/FormField.tsx'
import {
  cronOf,
  dayNames,
  defaultSchedule,
  describeSchedule,
  type Frequency,
  frequencyOf,
  type Parts,
  partsOf,
} from './describe-schedule.ts'
import { TimeZoneField } from './TimeZoneField.tsx'
import { useSchedulePreview } from './use-schedule-preview.ts'
import './schedule.css'

type Props = {
  /** Null if it only runs on request. */
  readonly cron: string | null
  readonly timeZone: string
  readonly failures: ReadonlyMap<string, string>
  onChange(changes: { readonly cron?: string | null; readonly timeZone?: string }): void
}

const frequencies: { readonly value: Frequency | 'none'; readonly label: string }[] = [
  { value: 'none', label: 'On demand' },
  { value: 'hourly', label: 'Every hour' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
  { value: 'own', label: 'Cron expression' },
]

/** Initial cron expression when the user chooses to enter one. */
const customSchedule = '0 9 * * 1-5'

/** Selects a schedule and describes it in words. */
export function SchedulePicker({ cron, timeZone, failures, onChange }: Props) {
  const frequency = cron === null ? 'none' : frequencyOf(cron)
  const parts = partsOf(cron ?? defaultSchedule)
  const { times, refusal } = useSchedulePreview(cron ?? '', timeZone)
  const failure = failures.get('cron') ?? refusal

  function handleFrequency(next: Frequency | 'none') {
    if (next === 'none') return onChange({ cron: null })
    if (next === 'own') return onChange({ cron: customSchedule })
    return onChange({ cron: cronOf(next, parts) })
  }
  const change = (changes: Partial<Parts>) => {
    if (frequency === 'none' || frequency === 'own') return
    onChange({ cron: cronOf(frequency, { ...parts, ...changes }) })
  }

  return (
    <fieldset className="schedule-picker">
      <legend>Schedule</legend>
      <FormField label="Frequency" failure={undefined}>
        {(ties) => (
          <Select<Frequency | 'none'>
            {...ties}
            value={frequency}
            options={frequencies}
            onChange={handleFrequency}
          />
        )}
      </FormField>
      {cron !== null && (
        <>
          {frequency === 'own' ? (
            <FormField label="Cron expression" failure={failure}>
              {(ties) => (
                <Input
                  {...ties}
                  className="mono"
                  value={cron}
                  onChange={({ target }) => onChange({ cron: target.value })}
                />
              )}
            </FormField>
          ) : (
            <FrequencyFields
              failure={failure}
              frequency={frequency as Frequency}
              parts={parts}
              onChange={change}
            />
          )}
          <TimeZoneField
            value={timeZone}
            failure={failures.get('timeZone')}
            hint="The time zone of the schedule. The default is UTC."
            onChange={(zone) => onChange({ timeZone: zone })}
          />
          <Summary cron={cron} timeZone={timeZone} failure={failure} times={times} />
        </>
      )}
    </fieldset>
  )
}

type FrequencyProps = {
  readonly failure: string | undefined
  readonly frequency: Frequency
  readonly parts: Parts
  onChange(changes: Partial<Parts>): void
}

function FrequencyFields({ failure, frequency, parts, onChange }: FrequencyProps) {
  const number = (label: string, part: 'minute' | 'hour' | 'day', min: number, max: number) => (
    <FormField label={label} failure={undefined}>
      {(ties) => (
        <InputNumber
          {...ties}
          min={min}
          max={max}
          precision={0}
          value={parts[part]}
          onChange={(value) => onChange({ [part]: value ?? min })}
        />
      )}
    </FormField>
  )
  return (
    <div className="schedule-parts">
      {frequency === 'weekly' && (
        <FormField label="Day" failure={undefined}>
          {(ties) => (
            <Select<number>
              {...ties}
              value={parts.weekday}
              options={dayNames.map((day, value) => ({ value, label: day }))}
              onChange={(weekday) => onChange({ weekday })}
            />
          )}
        </FormField>
      )}
      {frequency === 'monthly' && number('Day of the month', 'day', 1, 28)}
      {frequency !== 'hourly' && number('Hour', 'hour', 0, 23)}
      {number('Minute', 'minute', 0, 59)}
      {failure !== undefined && <Alert type="error" showIcon role="alert" title={failure} />}
    </div>
  )
}

type SummaryProps = {
  readonly cron: string
  readonly timeZone: string
  readonly failure: string | undefined
  readonly times: readonly string[] | undefined
}

/** Shows the schedule in words, and the next times as computed by the server. */
function Summary({ cron, timeZone, failure, times }: SummaryProps) {
  const summary = failure === undefined ? describeSchedule(cron) : undefined
  return (
    <div className="schedule-summary" role="status">
      <p>{summary ? `${summary} (${timeZone})` : 'Summary not available.'}</p>
      {times && (
        <p className="faint">
          Next runs: {times.map((time) => exactTimeIn(time, timeZone)).join(' · ')}
        </p>
      )}
    </div>
  )
}
