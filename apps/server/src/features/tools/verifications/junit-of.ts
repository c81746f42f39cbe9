import { escapeHtml } from '../../../platform/escape-html.ts'
import type { VerifiedAnswer } from './verify-document.ts'

export type ReportedValue = VerifiedAnswer & { readonly documentName: string }

type Report = { readonly name: string; readonly values: readonly ReportedValue[] }

/**
 * A JUnit file of a verification: each value is a case of its document. One that got worse is a failure, one that
 * could not be answered an error, and one that is wrong as it was before is skipped.
 */
export function junitOf({ name, values }: Report): string {
  const count = (...outcomes: readonly string[]) =>
    values.filter(({ outcome }) => outcomes.includes(outcome)).length
  const skipped = values.filter(isSkipped).length
  const totals = `tests="${values.length}" failures="${count('worse')}" errors="${count('failed')}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="recto" ${totals}>`,
    `  <testsuite name="${text(name)}" ${totals} skipped="${skipped}">`,
    ...values.map(caseOf),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function caseOf(value: ReportedValue): string {
  const head = `    <testcase classname="${text(value.documentName)}" name="${text(value.key)}"`
  const told = text(describe(value))
  if (value.outcome === 'worse') return `${head}><failure message="${told}"/></testcase>`
  if (value.outcome === 'failed') return `${head}><error message="${told}"/></testcase>`
  if (isSkipped(value)) return `${head}><skipped message="${told}"/></testcase>`
  return `${head}/>`
}

const isSkipped = ({ outcome, isRight }: VerifiedAnswer) =>
  isRight === false && (outcome === 'unchanged' || outcome === 'new')

/** What it was, what it is, and what is right. */
export function describe({ outcome, before, after, truth, error }: VerifiedAnswer): string {
  if (outcome === 'failed') return error ?? 'It could not be answered.'
  const was = outcome === 'new' ? '' : `was ${said(before)}, `
  return `${was}is ${said(after)}, right is ${said(truth)}`
}

const said = (value: string | null) => (value === null ? 'nothing' : JSON.stringify(value))

/** Without what XML has no way to write. */
const text = (value: string) =>
  escapeHtml(value.replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, ''))
