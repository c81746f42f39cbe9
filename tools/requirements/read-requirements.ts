import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type LedgerRow, parseLedger } from '../texts/ledger.ts'

export const requirementsFolder = 'docs/requirements'

const tests = [
  'packages/*/src/**/*.test.ts',
  'apps/*/src/**/*.{test.ts,test.tsx,e2e.ts}',
  'tools/*.test.ts',
]

/** The rows of one file of the ledger. */
type RequirementsArea = { readonly file: string; readonly rows: readonly LedgerRow[] }

/** Rows that the product does not hold, or only in part, and why. */
type NotHeldRows = { readonly rows: readonly string[]; readonly reason: string }

export type Requirements = {
  readonly areas: readonly RequirementsArea[]
  readonly notHeld: readonly NotHeldRows[]
  /** The reasons why the product lacks a text that a row quotes, by row. */
  readonly absentTexts: Readonly<Record<string, string>>
  /** The rows that a test names in its title. */
  readonly testedIds: ReadonlySet<string>
}

/** Reads the ledger of the repository at `root`, and which of its rows the tests name. */
export function readRequirements(root: string): Requirements {
  const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8')
  const files = globSync(`${requirementsFolder}/*.tsv`, { cwd: root }).toSorted()
  return {
    areas: files.map((file) => ({ file: basename(file), rows: parseLedger(read(file)) })),
    notHeld: JSON.parse(read(`${requirementsFolder}/not-held.json`)),
    absentTexts: JSON.parse(read('tools/texts/absent-texts.json')),
    testedIds: new Set(globSync(tests, { cwd: root }).flatMap((file) => idsInTitles(read(file)))),
  }
}

/** Returns the rows that a file of tests names in brackets, such as `[DP-031]`. */
export function idsInTitles(content: string): readonly string[] {
  const lists = content.match(/\[[A-Z]{2}-\d{3}[^\]\n]*\]/g) ?? []
  return lists.flatMap((list) => list.match(/[A-Z]{2}-\d{3}/g) ?? [])
}
