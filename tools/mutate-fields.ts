/**
 * Leaves out each mapping of each field in turn, runs the round trips of its noun, and prints how many of them noticed:
 * `node tools/mutate-fields.ts project prompt`; without a noun, all.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { namesOf, nouns } from './mutate-fields/nouns.ts'

/** All nouns write their rows here. */
const storeFile = 'apps/server/src/platform/db/named-rows.ts'

function mutate(noun: string): string {
  const { fields, files } = nouns[noun] ?? {}
  if (!fields || !files) return `There is no noun “${noun}”.`
  const folder = mkdtempSync(join(tmpdir(), 'recto-mutants-'))
  const report = join(folder, 'report')
  const paths = files.map((file) => `apps/server/src/features/${file}`)
  const vitest = ['node_modules/vitest/vitest.mjs', 'run']
  const { stdout, status } = spawnSync(
    process.execPath,
    [...vitest, '--config', 'tools/mutate-fields/vitest.config.ts', '--root', '.'],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        NODE_OPTIONS: `--import ${join(process.cwd(), 'tools/mutate-fields/compile-mutants.ts')}`,
        RECTO_MUTATED_NOUN: noun,
        RECTO_MUTATED_FILES: JSON.stringify([...paths, storeFile]),
        RECTO_MUTATED_NAMES: JSON.stringify([...namesOf(fields)]),
        RECTO_MUTATED_OWN_NAMES: JSON.stringify(Object.keys(fields)),
        RECTO_MUTANT_REPORT: report,
      },
    },
  )
  const text = status === 0 ? readFileSync(report, 'utf8') : stdout
  rmSync(folder, { recursive: true })
  return text
}

const chosenNouns = process.argv.slice(2)
for (const noun of chosenNouns.length > 0 ? chosenNouns : Object.keys(nouns)) {
  process.stdout.write(mutate(noun))
}
