import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What counts as a duplicate. */
export type DuplicateMeasure = {
  /** Shorter equal parts are no duplicates. */
  readonly minTokens: number
  /** Whether code that differs in its names only is a duplicate, too. */
  readonly ignoresNames: boolean
  /** Patterns of files that are not compared. */
  readonly excludedFiles: readonly string[]
}

type Place = { readonly file: string; readonly line: number }

/** Two places with the same code. */
export type Duplicate = {
  readonly lines: number
  readonly tokens: number
  readonly places: readonly [Place, Place]
}

type ReportedPlace = { readonly name: string; readonly start: number }
type Report = {
  readonly duplicates: readonly {
    readonly lines: number
    readonly tokens: number
    readonly firstFile: ReportedPlace
    readonly secondFile: ReportedPlace
  }[]
}

/** Imports are equal wherever the same things are used, which is no code to share. */
const importStatement = "import\\s[^;]*?\\sfrom\\s+'[^']+'"

const formats = ['typescript', 'tsx', 'javascript', 'css']

/**
 * Finds the duplicates below a folder, the longest first. It skips files that Git ignores, and throws if it
 * finds nothing to compare.
 */
export function findDuplicates(folder: string, measure: DuplicateMeasure): readonly Duplicate[] {
  const output = mkdtempSync(join(tmpdir(), 'recto-duplicates-'))
  try {
    const options = ['.', '--silent', '--no-tips', '--fail-on-empty', '--reporters', 'json']
    options.push('--output', output)
    options.push('--format', formats.join(','), '--min-tokens', `${measure.minTokens}`)
    options.push('--ignore', ['**/node_modules/**', ...measure.excludedFiles].join(','))
    options.push('--ignore-pattern', importStatement)
    if (measure.ignoresNames) options.push('--ignore-identifiers')
    execFileSync('jscpd', options, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    const report = JSON.parse(readFileSync(join(output, 'jscpd-report.json'), 'utf8')) as Report
    return report.duplicates
      .map(({ lines, tokens, firstFile, secondFile }): Duplicate => {
        const places = [placeOf(firstFile), placeOf(secondFile)] as const
        return { lines, tokens, places }
      })
      .toSorted((a, b) => b.tokens - a.tokens)
  } finally {
    rmSync(output, { recursive: true })
  }
}

const placeOf = ({ name, start }: ReportedPlace): Place => ({ file: name, line: start })

/** Duplicated lines, counted once for each pair. */
export const countLines = (duplicates: readonly Duplicate[]): number =>
  duplicates.reduce((sum, { lines }) => sum + lines, 0)
