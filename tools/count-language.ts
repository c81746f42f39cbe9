/**
 * `npm run count:language`: counts the names, comments and idioms that break the rules of the code's language.
 *
 *   --list RULE [PATH-PREFIX]  lists the violations of a rule, below a path
 *   --production, --tests      lists only those in production files, or only those in test files
 *   --root DIRECTORY           counts in another working copy
 */
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { withoutExceptions } from './language/exceptions.ts'
import { findAllBelow } from './language/find-all.ts'
import { describeCounts, describeViolation } from './language/report.ts'
import type { Violation } from './language/violation.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'string' },
    production: { type: 'boolean', default: false },
    tests: { type: 'boolean', default: false },
    root: { type: 'string', default: '.' },
  },
})
const { list: rule, root } = values
const [prefix = ''] = positionals
/** Exported names are compared across the tree; every other rule looks at one file at a time. */
const comparesFiles = rule === undefined || rule.endsWith('twins')
const exceptions = JSON.parse(readFileSync('tools/language/exceptions.json', 'utf8'))
const violations = withoutExceptions(findAllBelow(root, comparesFiles ? '' : prefix), exceptions)
const violationsOfRule = rule === undefined ? [] : violations.get(rule)
if (rule === undefined) console.log(describeCounts(violations))
else if (violationsOfRule) printList(violationsOfRule)
else {
  console.error(`No rule is called ${rule}. There are: ${[...violations.keys()].join(', ')}`)
  process.exitCode = 1
}

function printList(all: readonly Violation[]): void {
  const isBelow = ({ path, note = '' }: Violation) =>
    path.startsWith(prefix) || note.includes(` ${prefix}`)
  const isWanted = ({ isTest }: Violation) => (isTest ? !values.production : !values.tests)
  for (const violation of all.filter(isBelow).filter(isWanted)) {
    console.log(describeViolation(violation))
  }
}
