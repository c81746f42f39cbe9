/** Kinds of schedules; `own` is a cron expression written by the user. */
export type Frequency = 'hourly' | 'daily' | 'weekly' | 'monthly' | 'own'

/** Every hour at minute 0. */
export const defaultSchedule = '0 * * * *'

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' })

/** The kind of schedule, by which of the five fields are numbers. */
const shapes: Readonly<Record<string, Frequency>> = {
  'n * * * *': 'hourly',
  'n n * * *': 'daily',
  'n n * * n': 'weekly',
  'n n n * *': 'monthly',
}

/** Ranges of the five fields. A number outside them is left to the user, who sees why it is refused. */
const fieldRanges = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const

/** Returns the kind of schedule of a cron expression. */
export function frequencyOf(cron: string): Frequency {
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = cron.trim().split(/\s+/)
  const shape = [minute, hour, day, month, weekday]
    .map((field, index) => (isNumber(field) && isInRange(field, index) ? 'n' : field))
    .join(' ')
  return shapes[shape] ?? 'own'
}

/** Describes a cron expression in words, if it is one of the usual schedules. */
export function describeSchedule(cron: string): string | undefined {
  const [minute = '', hour = '', day = '', , weekday = ''] = cron.trim().split(/\s+/)
  const time = timeOf(hour, minute)
  switch (frequencyOf(cron)) {
    case 'hourly':
      return describeHourly(Number(minute))
    case 'daily':
      return `Every day at ${time}`
    case 'weekly':
      return `Every ${days[Number(weekday) % 7]} at ${time}`
    case 'monthly':
      return `On day ${Number(day)} of every month at ${time}`
    default:
      return describeSteps(cron)
  }
}

/** Describes other common schedules: every few minutes or hours, also in some hours and on some weekdays alone. */
function describeSteps(cron: string): string | undefined {
  const [minute = '', hour = '', day, month, weekday = ''] = cron.trim().split(/\s+/)
  const weekdays = describeWeekdays(weekday)
  if (day !== '*' || month !== '*' || weekdays === undefined) return undefined
  const isTime = [minute, hour].every((field, index) => isNumber(field) && isInRange(field, index))
  if (isTime) {
    const time = timeOf(hour, minute)
    return weekdays === '' ? `Every day at ${time}` : `${weekdays} at ${time}`
  }
  const rhythm = describeRhythm(minute, hour)
  return rhythm && weekdays ? `${rhythm}, ${weekdays}` : rhythm
}

function timeOf(hour: string, minute: string): string {
  return `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
}

/** Describes every few minutes or hours, also in some hours of the day alone. */
function describeRhythm(minute: string, hour: string): string | undefined {
  const hourStep = stepOf(hour)
  if (minute === '0' && hourStep) return `Every ${hourStep} hours`
  const minutes = minutesOf(minute)
  if (!minutes || hour === '*') return minutes?.rhythm
  const [, first, last] = /^(\d{1,2})-(\d{1,2})$/.exec(hour) ?? []
  if (!first || !last) return undefined
  return `${minutes.rhythm} from ${timeOf(first, minutes.first)} to ${timeOf(last, minutes.last)}`
}

type Minutes = { readonly rhythm: string; readonly first: string; readonly last: string }

/** Returns how often it runs in an hour, with the first and the last minute. */
function minutesOf(minute: string): Minutes | undefined {
  const step = stepOf(minute)
  if (step)
    return { rhythm: `Every ${step} minutes`, first: '0', last: String(lastMultiple(step, 59)) }
  if (!isNumber(minute) || !isInRange(minute, 0)) return undefined
  return { rhythm: describeHourly(Number(minute)), first: minute, last: minute }
}

/** The number after the slash; `undefined` if the field has no steps. */
function stepOf(field: string): number | undefined {
  return Number(/^(?:\*|0)\/(\d{1,2})$/.exec(field)?.[1]) || undefined
}

function lastMultiple(step: number, max: number): number {
  return Math.floor(max / step) * step
}

function describeHourly(minute: number): string {
  return minute === 0 ? 'Every hour' : `Every hour at minute ${minute}`
}

/** Describes the days of a week; empty for all of them, and `undefined` where there are no usual words. */
function describeWeekdays(weekday: string): string | undefined {
  if (weekday === '*') return ''
  const [, first, last] = /^([0-7])-([0-7])$/.exec(weekday) ?? []
  if (first && last) return `${days[Number(first) % 7]} to ${days[Number(last) % 7]}`
  if (!/^[0-7](?:,[0-7]){0,6}$/.test(weekday)) return undefined
  return listFormat.format(weekday.split(',').map((one) => days[Number(one) % 7] ?? ''))
}

/** The values of the form fields for a schedule. */
export type Parts = {
  readonly minute: number
  readonly hour: number
  readonly day: number
  readonly weekday: number
}

export function partsOf(cron: string): Parts {
  const [minute, hour, day, , weekday] = cron.trim().split(/\s+/)
  const number = (text: string | undefined, fallback: number) =>
    isNumber(text ?? '') ? Number(text) : fallback
  return {
    minute: number(minute, 0),
    hour: number(hour, 3),
    day: number(day, 1),
    weekday: number(weekday, 1) % 7,
  }
}

export function cronOf(
  frequency: Exclude<Frequency, 'own'>,
  { minute, hour, day, weekday }: Parts,
) {
  switch (frequency) {
    case 'hourly':
      return `${minute} * * * *`
    case 'daily':
      return `${minute} ${hour} * * *`
    case 'weekly':
      return `${minute} ${hour} * * ${weekday}`
    case 'monthly':
      return `${minute} ${hour} ${day} * *`
  }
}

export const dayNames = days

function isInRange(field: string, index: number): boolean {
  const [min, max] = fieldRanges[index] ?? [0, 0]
  return Number(field) >= min && Number(field) <= max
}

const isNumber = (text: string): boolean => /^\d{1,2}$/.test(text)
