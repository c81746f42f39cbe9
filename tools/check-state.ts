/**
 * A step of `npm run check`: no module of the server keeps anything from one request to the next, unless
 * module-state.json says why. There may be several processes, and none knows what another keeps.
 */
import { globSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { findModuleState, judgeState } from './state/find-module-state.ts'

const files = globSync('apps/server/src/**/*.ts')
  .filter((path) => !/[.]test[.]ts$|[/](?:testing|__fixtures__)[/]/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const allowed = JSON.parse(readFileSync('tools/state/module-state.json', 'utf8'))
const complaints = judgeState(files.flatMap(findModuleState), allowed)
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) {
  console.error(
    'Let the Context own it, or the database, or say why it may stay in tools/state/module-state.json.',
  )
  process.exitCode = 1
}
