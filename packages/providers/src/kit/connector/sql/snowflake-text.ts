import { withFraction } from './time-text.ts'

const nanoseconds = 1_000_000_000n
const secondsOfDay = 86_400n

/** The text of a value of the SQL API, which sends days and times as numbers since 1970. All else is text already. */
export function toSnowflakeText(value: string | null, type = 'text'): string | null {
  if (value === null) return null
  const [seconds = '', zone] = value.split(' ')
  if (!/^-?\d+(?:\.\d{1,9})?$/.test(seconds)) return value
  switch (type.toLowerCase()) {
    case 'date':
      return dayOf(BigInt(seconds.split('.')[0] ?? ''))
    case 'time':
      return timeOf(toNanoseconds(seconds))
    case 'timestamp_ntz':
      return momentOf(toNanoseconds(seconds))
    case 'timestamp_ltz':
      return `${momentOf(toNanoseconds(seconds))}Z`
    case 'timestamp_tz':
      // The number behind it is the offset of its zone; the moment is the same without it.
      return zone === undefined ? value : `${momentOf(toNanoseconds(seconds))}Z`
    default:
      return value
  }
}

function toNanoseconds(seconds: string): bigint {
  const [whole = '', fraction = ''] = seconds.replace('-', '').split('.')
  const amount = BigInt(whole) * nanoseconds + BigInt(fraction.padEnd(9, '0'))
  return seconds.startsWith('-') ? -amount : amount
}

function dayOf(days: bigint): string {
  const date = new Date(Number(days) * Number(secondsOfDay) * 1000)
  const [day = ''] = date.toISOString().split('T')
  return day
}

function momentOf(moment: bigint): string {
  const lengthOfDay = secondsOfDay * nanoseconds
  const time = ((moment % lengthOfDay) + lengthOfDay) % lengthOfDay
  return `${dayOf((moment - time) / lengthOfDay)}T${timeOf(time)}`
}

function timeOf(time: bigint): string {
  const seconds = time / nanoseconds
  const parts = [seconds / 3600n, (seconds / 60n) % 60n, seconds % 60n]
  const text = parts.map((part) => String(part).padStart(2, '0')).join(':')
  return withFraction(text, String(time % nanoseconds).padStart(9, '0'))
}
