import type { ViolationsByRule } from './find-all.ts'
import { type LanguageRule, rules } from './rules.ts'
import type { Violation } from './violation.ts'

/** Returns the table of counts that `npm run count:language` prints. */
export function describeCounts(violations: ViolationsByRule): string {
  const rows = rules.map((rule) => {
    const all = violations.get(rule.name) ?? []
    const tests = all.filter(({ isTest }) => isTest).length
    return [
      rule.name,
      String(all.length - tests),
      String(tests),
      describeLimit(rule),
      rule.description,
    ]
  })
  return alignColumns([['rule', 'production', 'tests', 'limit', 'what'], ...rows])
}

function describeLimit({ max, countsTests }: LanguageRule): string {
  if (max === undefined) return 'none'
  return countsTests ? `${max}, with tests` : String(max)
}

function alignColumns(rows: readonly (readonly string[])[]): string {
  const cell = (row: readonly string[], index: number) => row[index] ?? ''
  const widths = rows[0]?.map((_, index) => Math.max(...rows.map((row) => cell(row, index).length)))
  const lines = rows.map((row) => widths?.map((width, index) => cell(row, index).padEnd(width)))
  return lines.map((line) => line?.join('  ').trimEnd()).join('\n')
}

export function describeViolation({ path, line, text, note }: Violation): string {
  return `${path}:${line} ${text}${note ? ` (${note})` : ''}`
}

/** Returns a complaint for each rule that has more violations than its limit allows. */
export function judgeViolations(violations: ViolationsByRule): readonly string[] {
  const complaints = rules.map((rule) => {
    const all = violations.get(rule.name) ?? []
    const breaches = rule.countsTests ? all : all.filter(({ isTest }) => !isTest)
    return breaches.length > (rule.max ?? Infinity) ? describeExcess(rule, breaches) : undefined
  })
  return complaints.filter((complaint) => complaint !== undefined)
}

const maxShown = 10

function describeExcess(rule: LanguageRule, breaches: readonly Violation[]): string {
  const { name, description, max, advice } = rule
  const lines = breaches.slice(0, maxShown).map((violation) => `  ${describeViolation(violation)}`)
  return [
    `${name}: ${breaches.length} ${description}, and at most ${max} may stay. ${advice}`,
    ...lines,
    `  To list all of them: npm run count:language -- --list ${name}`,
  ].join('\n')
}
