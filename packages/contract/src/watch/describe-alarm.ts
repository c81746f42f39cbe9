import type { WatchMean, WatchMeasure } from './watch.ts'

type DescribedAlarm = {
  readonly field: string | null
  readonly measure: WatchMeasure
  readonly before: WatchMean
  readonly after: WatchMean
}

/** Says in one sentence what has changed, and what was usual before. */
export function describeAlarm(alarm: DescribedAlarm): string {
  const { field, measure } = alarm
  const { mean, low, high } = alarm.before
  const usualValue = formatMeasure(measure, mean)
  const range = `${formatMeasure(measure, low)} to ${formatMeasure(measure, high)}`
  const value = formatMeasure(measure, alarm.after.mean)
  return `${describeNow({ field, measure }, value, alarm.after.documents)}; it was ${usualValue} before (${range}).`
}

type Series = Pick<DescribedAlarm, 'field' | 'measure'>

function describeNow({ field, measure }: Series, value: string, count: number): string {
  const documents = `the last ${count} documents`
  const reviewedDocuments = `the last ${count} reviewed documents`
  const name = field === null ? null : `“${field}”`
  switch (measure) {
    case 'empty':
      return name
        ? `${name} is empty in ${value} of ${documents}`
        : `${value} of all fields are empty in ${documents}`
    case 'confidence':
      return `The confidence of ${name ?? 'all fields'} is ${value} on average in ${documents}`
    case 'checks':
      return name
        ? `A check contradicts ${name} in ${value} of ${documents}`
        : `${value} of ${documents} fail a check`
    case 'review':
      return `${value} of ${documents} were sent to review`
    case 'corrections':
      return name
        ? `${name} was corrected in ${value} of ${reviewedDocuments}`
        : `A value was corrected in ${value} of ${reviewedDocuments}`
    case 'seconds':
      return `A document takes ${value} on average in ${documents}`
    case 'dollars':
      return `A document costs ${value} on average in ${documents}`
  }
}

/** Writes a value as people read it. */
export function formatMeasure(measure: WatchMeasure, value: number): string {
  switch (measure) {
    case 'confidence':
      return value.toFixed(2)
    case 'seconds':
      return `${value < 10 ? value.toFixed(1) : Math.round(value)} s`
    case 'dollars':
      return `$${value < 1 ? value.toPrecision(2) : value.toFixed(2)}`
    default:
      return `${value > 0 && value < 0.0095 ? (100 * value).toFixed(1) : Math.round(100 * value)}%`
  }
}
