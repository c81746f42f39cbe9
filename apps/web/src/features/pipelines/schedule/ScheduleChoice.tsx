import { Input } from 'antd'
import { type ReactNode, useId } from 'react'
import { FormField } from '../../../shared/form/FormField.tsx'
import { TimeZoneField } from '../../../shared/schedule/TimeZoneField.tsx'
import { useSchedulePreview } from '../../../shared/schedule/use-schedule-preview.ts'
import type { ArrivalValues } from '../arrival-values.ts'
import { ArrivalFields } from '../arrivals/ArrivalFields.tsx'
import { NextRuns } from './NextRuns.tsx'

export type PlainSchedule = 'arrival' | 'manual' | 'hourly' | 'nightly' | 'weekdays' | 'cron'

/** A schedule as it is chosen, so that the times stay while another kind is looked at. */
export type ScheduleValues = {
  readonly kind: PlainSchedule
  /** Time of day, such as `02:00`. */
  readonly nightlyAt: string
  readonly weekdaysAt: string
  readonly cron: string
  readonly timeZone: string
  readonly arrival: ArrivalValues
}

/** Returns the cron expression of a schedule; null if it only runs by hand. */
export function cronOfChoice({ kind, nightlyAt, weekdaysAt, cron }: ScheduleValues): string | null {
  switch (kind) {
    case 'arrival':
    case 'manual':
      return null
    case 'hourly':
      return '0 * * * *'
    case 'nightly':
      return `${minuteAndHour(nightlyAt)} * * *`
    case 'weekdays':
      return `${minuteAndHour(weekdaysAt)} * * 1-5`
    case 'cron':
      return cron
  }
}

/** Converts `02:30` to `30 2`. */
function minuteAndHour(time: string): string {
  const [hour = '', minute = ''] = time.split(':')
  return `${Number(minute)} ${Number(hour)}`
}

type Props = {
  readonly values: ScheduleValues
  readonly failures: ReadonlyMap<string, string>
  onChange(changes: Partial<ScheduleValues>): void
}

/** Offers the usual schedules in plain words, and shows the next runs. */
export function ScheduleChoice({ values, failures, onChange }: Props) {
  const { kind, nightlyAt, weekdaysAt, timeZone } = values
  const cron = cronOfChoice(values)
  const { times, refusal } = useSchedulePreview(cron ?? '', timeZone)
  const failure = failures.get('cron') ?? refusal
  const choose = (next: PlainSchedule) => onChange({ kind: next })

  return (
    <>
      <fieldset className="schedule-choice">
        <legend>When does it run?</legend>
        <Option kind="arrival" selected={kind} label="When something arrives" onChoose={choose} />
        <Option kind="manual" selected={kind} label="Only by hand" onChoose={choose} />
        <Option kind="hourly" selected={kind} label="Every hour" onChoose={choose} />
        <Option kind="nightly" selected={kind} label="Every night" onChoose={choose}>
          <TimeInput
            label="Time of the nightly run"
            value={nightlyAt}
            onChange={(time) => onChange({ kind: 'nightly', nightlyAt: time })}
          />
        </Option>
        <Option kind="weekdays" selected={kind} label="Monday to Friday" onChoose={choose}>
          <TimeInput
            label="Time of the run from Monday to Friday"
            value={weekdaysAt}
            onChange={(time) => onChange({ kind: 'weekdays', weekdaysAt: time })}
          />
        </Option>
        <Option kind="cron" selected={kind} label="Cron expression" onChoose={choose} />
      </fieldset>
      {kind === 'cron' && (
        <FormField label="Expression" failure={failure}>
          {(ties) => (
            <Input
              {...ties}
              className="mono"
              value={values.cron}
              onChange={({ target }) => onChange({ cron: target.value })}
            />
          )}
        </FormField>
      )}
      {cron !== null && (
        <TimeZoneField
          value={timeZone}
          failure={failures.get('timeZone')}
          hint="The time zone of the schedule. Your browser’s is preselected."
          onChange={(zone) => onChange({ timeZone: zone })}
        />
      )}
      {kind === 'arrival' ? (
        <ArrivalFields
          values={values.arrival}
          failures={failures}
          onChange={(changes) => onChange({ arrival: { ...values.arrival, ...changes } })}
        />
      ) : (
        <NextRuns cron={cron} timeZone={timeZone} times={times} failure={failure} />
      )}
    </>
  )
}

type OptionProps = {
  readonly kind: PlainSchedule
  readonly selected: PlainSchedule
  readonly label: string
  readonly children?: ReactNode
  onChoose(kind: PlainSchedule): void
}

function Option({ kind, selected, label, children, onChoose }: OptionProps) {
  const id = useId()
  return (
    <div className="schedule-option">
      <input
        id={id}
        type="radio"
        name="schedule"
        checked={selected === kind}
        onChange={() => onChoose(kind)}
      />
      <label htmlFor={id}>{label}</label>
      {children && (
        <>
          <span aria-hidden="true">at</span>
          {children}
        </>
      )}
    </div>
  )
}

type TimeProps = { readonly label: string; readonly value: string; onChange(time: string): void }

function TimeInput({ label, value, onChange }: TimeProps) {
  return (
    <Input
      type="time"
      aria-label={label}
      style={{ width: 120 }}
      value={value}
      // The browser reports an incomplete time as an empty text.
      onChange={({ target }) => target.value !== '' && onChange(target.value)}
    />
  )
}
