/** A part of `npm run check`: names, comments and idioms obey the language rules of the repository. */
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { findIdleExceptions, withoutExceptions } from './language/exceptions.ts'
import { findAllBelow } from './language/find-all.ts'
import { judgeViolations } from './language/report.ts'

const exceptions = JSON.parse(readFileSync('tools/language/exceptions.json', 'utf8'))
const violations = findAllBelow('.')
const complaints = [
  ...judgeViolations(withoutExceptions(violations, exceptions)),
  ...findIdleExceptions(violations, exceptions),
]
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exitCode = 1
