/** Prints for every area of the ledger how many of its rows a test names in its title. */
import { glob, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ledger = 'docs/requirements'
const tests = [
  'packages/*/src/**/*.test.ts',
  'apps/*/src/**/*.{test.ts,test.tsx,e2e.ts}',
  'tools/*.test.ts',
]

async function namedRows(): Promise<ReadonlySet<string>> {
  const named = new Set<string>()
  for await (const file of glob(tests)) {
    const text = await readFile(file, 'utf8')
    for (const [list] of text.matchAll(/\[[A-Z]{2}-\d{3}[^\]\n]*\]/g)) {
      for (const [id] of list.matchAll(/[A-Z]{2}-\d{3}/g)) named.add(id)
    }
  }
  return named
}

async function rowsOf(file: string): Promise<string[]> {
  const [, ...lines] = (await readFile(join(ledger, file), 'utf8')).trim().split('\n')
  return lines.map((line) => line.slice(0, line.indexOf('\t')))
}

const named = await namedRows()
const known = new Set<string>()
let total = 0
let proved = 0
for (const file of (await readdir(ledger)).filter((name) => name.endsWith('.tsv')).sort()) {
  const rows = await rowsOf(file)
  const hit = rows.filter((id) => named.has(id))
  for (const id of rows) known.add(id)
  total += rows.length
  proved += hit.length
  console.log(
    `${file.replace('.tsv', '').padEnd(14)}${String(hit.length).padStart(5)} of ${rows.length}`,
  )
}
console.log(`${'all'.padEnd(14)}${String(proved).padStart(5)} of ${total}`)
const strangers = [...named].filter((id) => !known.has(id))
if (strangers.length > 0) {
  console.error(`Tests name rows that the ledger does not have: ${strangers.join(', ')}`)
  process.exitCode = 1
}
