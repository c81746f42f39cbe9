import { escapeHtml } from '../../../platform/strings.ts'
import type { ComparedAnswer } from './run-test-case.ts'

export type TestedValue = ComparedAnswer & { readonly documentName: string }

type TestReport = { readonly name: string; readonly values: readonly TestedValue[] }

/**
 * Builds a JUnit report of a regression test, with a test case per value. A regression is a
 * failure, a value that could not be answered an error, and one that was already wrong is skipped.
 */
export function buildJunitReport({ name, values }: TestReport): string {
  const count = (...outcomes: readonly string[]) =>
    values.filter(({ outcome }) => outcomes.includes(outcome)).length
  const skippedCount = values.filter(isSkipped).length
  const totals = `tests="${values.length}" failures="${count('worse')}" errors="${count('failed')}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="recto" ${totals}>`,
    `  <testsuite name="${escapeXml(name)}" ${totals} skipped="${skippedCount}">`,
    ...values.map(toTestCaseXml),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function toTestCaseXml(value: TestedValue): string {
  const openingTag = `    <testcase classname="${escapeXml(value.documentName)}" name="${escapeXml(value.key)}"`
  const message = escapeXml(describeTestedValue(value))
  if (value.outcome === 'worse') return `${openingTag}><failure message="${message}"/></testcase>`
  if (value.outcome === 'failed') return `${openingTag}><error message="${message}"/></testcase>`
  if (isSkipped(value)) return `${openingTag}><skipped message="${message}"/></testcase>`
  return `${openingTag}/>`
}

const isSkipped = ({ outcome, isCorrect }: ComparedAnswer) =>
  isCorrect === false && (outcome === 'unchanged' || outcome === 'new')

/** Describes the last exported, the new and the expected value. */
export function describeTestedValue({
  outcome,
  exportedValue,
  candidateValue,
  expectedValue,
  error,
}: ComparedAnswer): string {
  if (outcome === 'failed') return error ?? 'The prompt could not be answered.'
  const publishedText = outcome === 'new' ? '' : `was ${quote(exportedValue)}, `
  return `${publishedText}is ${quote(candidateValue)}, should be ${quote(expectedValue)}`
}

const quote = (value: string | null) => (value === null ? 'nothing' : JSON.stringify(value))

/** Removes the characters that XML cannot represent. */
const escapeXml = (value: string) =>
  escapeHtml(value.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ''))
