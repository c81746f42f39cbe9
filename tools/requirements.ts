/** `npm run requirements`: writes `docs/requirements/README.md` from the ledger and the titles of the tests. */
import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { judgeRequirements } from './requirements/judge-requirements.ts'
import { readRequirements, requirementsFolder } from './requirements/read-requirements.ts'
import { renderRequirements } from './requirements/render-page.ts'

const page = `${requirementsFolder}/README.md`
const requirements = readRequirements('.')
writeFileSync(page, renderRequirements(requirements))
const rows = requirements.areas.flatMap((area) => area.rows)
const testedCount = rows.filter(({ id }) => requirements.testedIds.has(id)).length
console.log(`${page}: tests name ${testedCount} of ${rows.length} rows`)

const complaints = judgeRequirements(requirements)
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exitCode = 1
