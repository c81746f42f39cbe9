const parts = {
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  second: '2-digit',
  hour12: true,
} as const

const exactFormat = new Intl.DateTimeFormat('en-US', parts)

const relativeFormat = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** Formats date and time with seconds in the US locale, 12-hour. */
export const exactTime = (timestamp: string | number | Date): string =>
  exactFormat.format(new Date(timestamp))

/** Formats a time like `exactTime` in another time zone, which is appended. */
export const exactTimeIn = (timestamp: string | number | Date, timeZone: string): string =>
  `${new Intl.DateTimeFormat('en-US', { ...parts, timeZone }).format(new Date(timestamp))} (${timeZone})`

const longDayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

/** Formats the day of a time in words, such as “November 29, 2026”. */
export const longDay = (timestamp: string): string => longDayFormat.format(new Date(timestamp))

const longDayInUtcFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Formats a day like `longDay` in UTC, in which periods of billing begin and end. */
export const longDayInUtc = (timestamp: string): string =>
  longDayInUtcFormat.format(new Date(timestamp))

/** Formats a coming time in words, such as “Sunday, November 29, 2026 at 02:00”. */
export const dayAndTimeIn = (timestamp: string | number | Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  }).format(new Date(timestamp))

/** Formats a relative time such as “3 hours ago”, for lists; show `exactTime` on hover. */
export function relativeTime(timestamp: string | number | Date, now = Date.now()): string {
  return formatDistance((new Date(timestamp).getTime() - now) / 1000) ?? 'just now'
}

/** Formats the time until something that is planned, such as “in 3 hours”. */
export function timeUntil(timestamp: string | number | Date, now = Date.now()): string {
  const seconds = (new Date(timestamp).getTime() - now) / 1000
  // A page that stays open shows times that have passed meanwhile.
  if (seconds <= 0) return 'is due'
  return formatDistance(seconds) ?? 'in less than a minute'
}

/** Returns undefined for less than a minute. */
function formatDistance(seconds: number): string | undefined {
  const unit = units.find(([, size]) => Math.abs(seconds) >= size)
  return unit && relativeFormat.format(Math.round(seconds / unit[1]), unit[0])
}

/** Returns the value if it is a day such as `2026-02-28`. */
export const dayIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined

/** Returns the time at which a day begins in the viewer's time zone. */
export const startOfDay = (day: string): string => new Date(`${day}T00:00:00`).toISOString()

/** Returns the time at which a day ends in the viewer's time zone. */
export const endOfDay = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString()
