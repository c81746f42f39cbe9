/** `npm run requirements`: prints for each area of the ledger how many of its rows a test names in its title. */
import { glob, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ledger = 'docs/requirements'
const tests = [
  'packages/*/src/**/*.test.ts',
  'apps/*/src/**/*.{test.ts,test.tsx,e2e.ts}',
  'tools/*.test.ts',
]

async function findTestedIds(): Promise<ReadonlySet<string>> {
  const ids = new Set<string>()
  for await (const file of glob(tests)) {
    const text = await readFile(file, 'utf8')
    for (const [list] of text.matchAll(/\[[A-Z]{2}-\d{3}[^\]\n]*\]/g)) {
      for (const [id] of list.matchAll(/[A-Z]{2}-\d{3}/g)) ids.add(id)
    }
  }
  return ids
}

async function rowsOf(file: string): Promise<string[]> {
  const [, ...lines] = (await readFile(join(ledger, file), 'utf8')).trim().split('\n')
  return lines.map((line) => line.slice(0, line.indexOf('\t')))
}

const testedIds = await findTestedIds()
const ledgerIds = new Set<string>()
let total = 0
let testedCount = 0
for (const file of (await readdir(ledger)).filter((name) => name.endsWith('.tsv')).sort()) {
  const rows = await rowsOf(file)
  const testedRows = rows.filter((id) => testedIds.has(id))
  for (const id of rows) ledgerIds.add(id)
  total += rows.length
  testedCount += testedRows.length
  console.log(
    `${file.replace('.tsv', '').padEnd(14)}${String(testedRows.length).padStart(5)} of ${rows.length}`,
  )
}
console.log(`${'all'.padEnd(14)}${String(testedCount).padStart(5)} of ${total}`)
const strangers = [...testedIds].filter((id) => !ledgerIds.has(id))
if (strangers.length > 0) {
  console.error(`Tests name rows that the ledger does not contain: ${strangers.join(', ')}`)
  process.exitCode = 1
}
