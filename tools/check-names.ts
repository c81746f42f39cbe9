/** A step of `npm run check`: no two exported types have one name, unless same-names.json says why. */
import { globSync, readFileSync } from 'node:fs'
import process from 'node:process'
import { findSameNames, judgeNames } from './names/find-same-names.ts'

const sources = globSync(['{apps,packages}/*/src/**/*.{ts,tsx}', 'tools/**/*.ts'])
const files = sources
  .filter((path) => !/[.](?:test|e2e)[.]tsx?$|[/](?:testing|__fixtures__)[/]/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const allowed = JSON.parse(readFileSync('tools/names/same-names.json', 'utf8'))
const complaints = judgeNames(findSameNames(files), allowed)
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) {
  console.error(
    'One word, one thing: rename one of them, or say why in tools/names/same-names.json.',
  )
  process.exitCode = 1
}
