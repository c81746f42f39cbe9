/**
 * A part of `npm run check`: no module of the server holds state between requests, unless module-state.json
 * gives a reason. Several processes may run, and none sees the state of another.
 */
import { globSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { findModuleState, judgeState } from './state/find-module-state.ts'

const files = globSync('apps/server/src/**/*.ts')
  .filter((path) => !/[.]test[.]ts$|[/](?:testing|__fixtures__)[/]/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const reasons = JSON.parse(readFileSync('tools/state/module-state.json', 'utf8'))
const complaints = judgeState(files.flatMap(findModuleState), reasons)
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) {
  console.error(
    'Move it into the Context or the database, or give a reason in tools/state/module-state.json.',
  )
  process.exitCode = 1
}
