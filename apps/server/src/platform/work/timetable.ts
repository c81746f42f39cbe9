import { scheduleLimits } from '@recto/contract/wire/limits'
import { Cron } from 'croner'
import { invalid } from '../app-error.ts'

/** A schedule: a cron expression with five fields, and its time zone. */
export type Timetable = { readonly cron: string; readonly timeZone: string }

/**
 * Returns the next due time after a moment. A time skipped by a clock change is due right after the
 * change, and a repeated one is due once.
 */
export const nextDue = ({ cron, timeZone }: Timetable, startTime: Date): Date | undefined =>
  new Cron(cron, { timezone: timeZone, paused: true }).nextRun(startTime) ?? undefined

const previewedTimes = 3

/** Returns the next due times; throws like `assertTimetable`. */
export function nextTimes(timetable: Timetable, startTime: Date, subject: string): readonly Date[] {
  assertTimetable(timetable, subject)
  const { cron, timeZone } = timetable
  return new Cron(cron, { timezone: timeZone, paused: true }).nextRuns(previewedTimes, startTime)
}

/**
 * Returns the time at which something should be due instead, if it is due later than at the next two times of its
 * schedule, because the clock was ahead when that was computed.
 */
export function findCorrection(
  timetable: Timetable,
  dueAt: Date | null,
  now: Date,
): Date | undefined {
  const nextTime = nextDue(timetable, now)
  // Another process may have started the next one meanwhile, so one time ahead is no sign.
  const followingTime = nextTime && nextDue(timetable, nextTime)
  return dueAt && followingTime && followingTime < dueAt ? nextTime : undefined
}

/**
 * Throws a field error for a schedule that is invalid, never due or due too often. The subject begins the sentence about
 * the latter, such as “A pipeline can run”.
 */
export function assertTimetable(timetable: Timetable, subject: string): void {
  const { cron, timeZone } = timetable
  if (!isTimeZone(timeZone)) throw invalid('timeZone', `“${timeZone}” is not a known time zone.`)
  if (!isFiveFields(cron)) {
    throw invalid('cron', 'A schedule must have five fields: minute, hour, day, month and weekday.')
  }
  const times = timesOf({ cron, timeZone: 'UTC' })
  if (times.length === 0) throw invalid('cron', 'This schedule would never run.')
  if (times.some((time, i) => i > 0 && isTooSoon(times[i - 1], time))) {
    const minutes = scheduleLimits.minSeconds / 60
    throw invalid('cron', `${subject} at most once every ${minutes} minutes.`)
  }
}

const word = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|sun|mon|tue|wed|thu|fri|sat)'
const field = new RegExp(`^(?:[0-9*,/-]|${word})+$`, 'i')

const isFiveFields = (cron: string): boolean => {
  const fields = cron.trim().split(/\s+/)
  return fields.length === 5 && fields.every((one) => field.test(one))
}

/**
 * Number of due times that are checked: more than those of a day and than the days of a month, so
 * that two close ones are found.
 */
const seenTimes = 100

/** Returns the due times; throws a field error when a field is invalid. */
function timesOf(timetable: Timetable): readonly Date[] {
  try {
    const schedule = new Cron(timetable.cron, { timezone: timetable.timeZone, paused: true })
    return schedule.nextRuns(seenTimes, new Date('2027-01-01T00:00:00Z'))
  } catch {
    throw invalid('cron', 'One of the five cron fields has an invalid value.')
  }
}

const isTooSoon = (previousTime: Date | undefined, time: Date): boolean =>
  previousTime !== undefined &&
  time.getTime() - previousTime.getTime() < scheduleLimits.minSeconds * 1000

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}
