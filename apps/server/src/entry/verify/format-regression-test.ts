import { describeTestedValue, type TestedValue } from '../../features/tools/tools.port.ts'
import type { TestedProject } from './test-project.ts'

const outcomes = ['worse', 'failed', 'better', 'new', 'unchanged'] as const

/** Formats a line per changed value, regressions first, and the totals. */
export function formatRegressionTest(testedProject: TestedProject): string {
  const { name, version, values, contradicted: contradictedCount, unavailable } = testedProject
  const changedValues = outcomes
    .filter((outcome) => outcome !== 'unchanged')
    .flatMap((outcome) => values.filter((value) => value.outcome === outcome).map(formatValue))
  const totals = outcomes.map((outcome) => `${count(values, outcome)} ${outcome}`).join(', ')
  const comparison =
    version === null ? 'nothing is published yet' : `compared with version ${version}`
  return [
    ...changedValues,
    `${name}: ${values.length} ${values.length === 1 ? 'value' : 'values'}, ${totals} (${comparison})`,
    ...(contradictedCount > 0
      ? [`Expected values that contradict each other and were not tested: ${contradictedCount}`]
      : []),
    ...(unavailable > 0 ? [`Expected values of deleted documents: ${unavailable}`] : []),
  ].join('\n')
}

const count = (values: readonly TestedValue[], outcome: TestedValue['outcome']) =>
  values.filter((value) => value.outcome === outcome).length

const formatValue = (value: TestedValue) =>
  `${value.outcome}: ${value.key} of ${value.documentName}: ${describeTestedValue(value)}`

/**
 * Returns 0 if there is no regression, 1 if there is one, and 2 if that is unknown because
 * something could not be answered.
 */
export function getExitCode({ values }: Pick<TestedProject, 'values'>): 0 | 1 | 2 {
  if (count(values, 'worse') > 0) return 1
  return count(values, 'failed') > 0 ? 2 : 0
}
