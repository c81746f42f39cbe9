const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const wholeNumber = new Intl.NumberFormat('en-US')

const SECONDS_PER_MINUTE = 60
const MINUTES_PER_HOUR = 60
const MIN_SHOWN_SECONDS = 0.05

/** Formats a duration: `0.2 s`, `1 min 7 s`, `6 h 15 min`. */
export function formatDuration(seconds: number): string {
  if (seconds > 0 && seconds < MIN_SHOWN_SECONDS) return '< 0.1 s'
  // Rounded first, so that it never says 60 seconds.
  if (Math.round(seconds * 10) / 10 < SECONDS_PER_MINUTE) return `${tenths.format(seconds)} s`
  const wholeSeconds = Math.round(seconds)
  const minutes = Math.floor(wholeSeconds / SECONDS_PER_MINUTE)
  if (minutes < MINUTES_PER_HOUR)
    return join(minutes, 'min', wholeSeconds % SECONDS_PER_MINUTE, 's')
  const wholeMinutes = Math.round(seconds / SECONDS_PER_MINUTE)
  const hours = Math.floor(wholeMinutes / MINUTES_PER_HOUR)
  return join(hours, 'h', wholeMinutes % MINUTES_PER_HOUR, 'min')
}

const join = (amount: number, unit: string, rest: number, smallerUnit: string): string =>
  `${wholeNumber.format(amount)} ${unit}${rest === 0 ? '' : ` ${rest} ${smallerUnit}`}`

const units = ['bytes', 'KB', 'MB', 'GB', 'TB', 'PB'] as const
const BYTES_PER_UNIT = 1024

/** Formats the size of a file with three digits: `15 bytes`, `4.34 KB`. */
export function formatSize(bytes: number): string {
  if (bytes === 1) return '1 byte'
  const power = Math.min(
    Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(BYTES_PER_UNIT)),
    units.length - 1,
  )
  const amount = bytes / BYTES_PER_UNIT ** power
  const digits = Math.max(3, digitsOf(amount))
  return `${amount.toLocaleString('en-US', { maximumSignificantDigits: digits })} ${units[power]}`
}

/** Counts the digits before the decimal point, so that whole units are never rounded away. */
const digitsOf = (amount: number): number => Math.floor(amount).toString().length

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 4,
})
const MIN_SHOWN_DOLLARS = 0.0001

/** Formats a small amount: `$0.0123`, `< $0.0001`. */
export const formatDollars = (amount: number): string =>
  amount > 0 && amount < MIN_SHOWN_DOLLARS
    ? `< ${dollars.format(MIN_SHOWN_DOLLARS)}`
    : dollars.format(amount)
