import { expect, test } from 'vitest'
import { findIdleExceptions, withoutExceptions } from './exceptions.ts'
import { findAll } from './find-all.ts'
import { parseFile } from './parsed-file.ts'
import { describeCounts, judgeViolations } from './report.ts'

const lines = '\n// The next line counts rows.'.repeat(10)
const violations = findAll([
  parseFile('apps/server/src/rows.ts', `const rows = () => maxRows\nconst maxRows = 3${lines}`),
  parseFile('apps/server/src/rows.test.ts', 'const pages = () => maxPages\nconst maxPages = 3'),
])

test('a rule with more violations than its limit says where they are and what to do', () => {
  const [complaint = '', ...otherComplaints] = judgeViolations(violations)
  expect(otherComplaints).toEqual([])
  expect(complaint).toMatch(/^late-constants: 2 constants used above .*, and at most 0 may stay[.]/)
  expect(complaint).toContain('  apps/server/src/rows.ts:2 maxRows')
  expect(complaint).toContain('  apps/server/src/rows.test.ts:2 maxPages')
  expect(complaint).toContain('npm run count:language -- --list late-constants')
})

test('an exception has a reason, and excuses a name everywhere or in one file', () => {
  const exceptions = {
    'late-constants': { 'A test.': ['apps/server/src/rows.ts maxRows', 'maxPages'] },
  }
  expect(judgeViolations(withoutExceptions(violations, exceptions))).toEqual([])
  expect(findIdleExceptions(violations, exceptions)).toEqual([])
})

test('an exception that excuses nothing has to go', () => {
  const exceptions = { 'late-constants': { 'A test.': ['apps/server/src/pages.ts maxRows'] } }
  expect(judgeViolations(withoutExceptions(violations, exceptions))).toHaveLength(1)
  expect(findIdleExceptions(violations, exceptions)).toEqual([
    'late-constants: "apps/server/src/pages.ts maxRows" is an exception for nothing: remove it.',
  ])
})

test('production and test files are counted apart', () => {
  expect(describeCounts(violations)).toMatch(/^small-files +0 +1 +[0-9]+ /m)
  expect(describeCounts(violations)).toMatch(/^late-constants +1 +1 +0, with tests /m)
})
