/** Kinds of schedules; `own` is a cron expression written by the user. */
export type Frequency = 'hourly' | 'daily' | 'weekly' | 'monthly' | 'own'

/** Every hour at minute 0. */
export const defaultSchedule = '0 * * * *'

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

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
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  switch (frequencyOf(cron)) {
    case 'hourly':
      return Number(minute) === 0 ? 'Every hour' : `Every hour at minute ${Number(minute)}`
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

/** Describes other common schedules: every few minutes or hours, and Monday to Friday. */
function describeSteps(cron: string): string | undefined {
  const minutes = /^(?:\*|0)\/(\d{1,2}) \* \* \* \*$/.exec(cron)?.[1]
  if (minutes) return `Every ${Number(minutes)} minutes`
  const hours = /^0 (?:\*|0)\/(\d{1,2}) \* \* \*$/.exec(cron)?.[1]
  if (hours) return `Every ${Number(hours)} hours`
  const weekdays = /^(\d{1,2}) (\d{1,2}) \* \* 1-5$/.exec(cron)
  if (!weekdays) return undefined
  const [, minute = '', hour = ''] = weekdays
  return `Monday to Friday at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
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
