import { describeVerified, type ReportedValue } from '../../features/tools/tools.port.ts'
import type { VerifiedProject } from './verify-project.ts'

const outcomes = ['worse', 'failed', 'better', 'new', 'unchanged'] as const

/** A line for each value that is not as before, what got worse first, and the sums. */
export function formatVerification(verified: VerifiedProject): string {
  const { name, version, values, contradicted, notKept } = verified
  const told = outcomes
    .filter((outcome) => outcome !== 'unchanged')
    .flatMap((outcome) => values.filter((value) => value.outcome === outcome).map(lineOf))
  const sums = outcomes.map((outcome) => `${count(values, outcome)} ${outcome}`).join(', ')
  const against = version === null ? 'nothing is published yet' : `compared with version ${version}`
  return [
    ...told,
    `${name}: ${values.length} ${values.length === 1 ? 'value' : 'values'}, ${sums} (${against})`,
    ...(contradicted > 0 ? [`${contradicted} contradict each other and were not answered`] : []),
    ...(notKept > 0 ? [`${notKept} are of documents that are no longer kept`] : []),
  ].join('\n')
}

const count = (values: readonly ReportedValue[], wanted: ReportedValue['outcome']) =>
  values.filter(({ outcome }) => outcome === wanted).length

const lineOf = (value: ReportedValue) =>
  `${value.outcome}: ${value.key} of ${value.documentName}: ${describeVerified(value)}`

/** 0: nothing got worse. 1: something did. 2: that is not known, as something could not be answered. */
export function exitCodeOf({ values }: Pick<VerifiedProject, 'values'>): 0 | 1 | 2 {
  if (count(values, 'worse') > 0) return 1
  return count(values, 'failed') > 0 ? 2 : 0
}
