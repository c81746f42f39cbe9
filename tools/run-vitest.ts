import { spawn } from 'node:child_process'
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import process from 'node:process'
import { markOfRun } from './end-in-time.ts'

type Report = {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly testResults: readonly {
    readonly name: string
    /** Why the whole file failed, where it is not one of its tests. */
    readonly message?: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages?: readonly string[] | undefined
    }[]
  }[]
}

const maxFailures = 20
const maxFailureLines = 12

/**
 * Runs Vitest, names what was skipped with the command that installs what it lacks, and adds the counts
 * to the file of `RECTO_COUNTS` and what failed to that of `RECTO_FAILURES`, if there are such. Returns the exit code.
 */
export async function runVitest(options: readonly string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-tests-'))
  const file = join(folder, 'report.json')
  try {
    const code = await run('vitest', ['run', ...options], file)
    const report = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Partial<Report>
    if (report.testResults) await conclude(report as Report)
    const failures = process.env.RECTO_FAILURES
    if (failures && code !== 0 && !report.numFailedTests)
      await appendFile(failures, 'No test failed: an error outside of tests, which Vitest names.\n')
    return code
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function run(command: string, given: readonly string[], report: string): Promise<number> {
  return new Promise((done, reject) => {
    const env = {
      ...process.env,
      [markOfRun]: `${process.pid}`,
      RECTO_TEST_REPORT: report,
      PATH: `${resolve('node_modules/.bin')}:${process.env.PATH ?? ''}`,
    }
    const child = spawn(command, [...given], { stdio: 'inherit', env })
    child.on('error', reject)
    child.on('exit', (code) => done(code ?? 1))
  })
}

async function conclude(report: Report): Promise<void> {
  const skipped = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'skipped' || status === 'pending')
      .map(({ fullName }) => `  ${relative(process.cwd(), name)}: ${fullName}`),
  )
  if (skipped.length > 0) {
    console.log(`\nSkipped, because this machine lacks something they need:\n${skipped.join('\n')}`)
    console.log('`npm run setup:test` installs what can be installed.')
  }
  const failures = process.env.RECTO_FAILURES
  if (failures) await appendFile(failures, failuresIn(report).slice(0, maxFailures).join(''))
  const { numPassedTests, numFailedTests, numPendingTests } = report
  const counts = process.env.RECTO_COUNTS
  if (counts) await appendFile(counts, `${numPassedTests} ${numFailedTests} ${numPendingTests}\n`)
}

/** Of the whole output often the end alone is kept, and a failed test may be thousands of lines above it. */
function failuresIn({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, message = '', assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const texts = failed.map(({ fullName, failureMessages = [] }) =>
      describe(`${file}: ${fullName}`, failureMessages.join('\n')),
    )
    return texts.length === 0 && message !== '' ? [describe(file, message)] : texts
  })
}

function describe(title: string, text: string): string {
  const lines = text.trim().split('\n').slice(0, maxFailureLines)
  return [title, ...lines.map((line) => `  ${line}`), ''].join('\n')
}
