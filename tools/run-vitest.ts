import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import process from 'node:process'
import { errorsBeside, markOfRun } from './end-in-time.ts'
import { countsIn, type FileReport, filesToTryAgain, withSecondTry } from './second-try.ts'

type Report = { readonly testResults?: readonly FileReport[] }

const maxFailures = 20
const maxFailureLines = 12

type Options = {
  readonly config?: string
  /** Arguments for Vitest, such as part of a file name. */
  readonly given: readonly string[]
}

/**
 * Runs Vitest, names what was skipped with the command that installs what it lacks, and adds the counts
 * to the file of `RECTO_COUNTS` and what failed to that of `RECTO_FAILURES`, if there are such. Returns the exit code.
 * With `CI`, a few files that failed are run a second time, each whole and by themselves, and named.
 */
export async function runVitest({ config, given }: Options): Promise<number> {
  const options = ['run', ...(config ? ['--config', config] : [])]
  const first = await runOnce([...options, ...given])
  const again = process.env.CI && !first.hasErrors ? filesToTryAgain(first.files) : []
  const last = again.length > 0 ? await tryAgain(first, options, again) : first
  if (last.files.length > 0) await conclude(last.files)
  const isExplained = last.code === 0 || countsIn(last.files).failed > 0
  if (!isExplained)
    await tellFailures(['No test failed: an error outside of tests, which Vitest names.\n'])
  return last.code
}

type Ended = {
  readonly code: number
  readonly files: readonly FileReport[]
  /** Outside of tests. */
  readonly hasErrors: boolean
}

async function tryAgain(
  first: Ended,
  options: readonly string[],
  paths: readonly string[],
): Promise<Ended> {
  console.log(`\nTried a second time:\n${paths.map((path) => `  ${path}`).join('\n')}`)
  const second = await runOnce([...options, ...paths])
  const files = withSecondTry(first.files, second.files)
  const mended = first.files.filter((file) => file.status === 'failed' && !files.includes(file))
  await tellFailures(failuresIn(mended).map((text) => `At the first try: ${text}`))
  return { ...second, files }
}

async function runOnce(options: readonly string[]): Promise<Ended> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-tests-'))
  const path = join(folder, 'report.json')
  try {
    const code = await run('vitest', options, path)
    const report = JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as Report
    return { code, files: report.testResults ?? [], hasErrors: existsSync(errorsBeside(path)) }
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
      // Compiling takes half of the time of a start; processes that tests start inherit the cache.
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? resolve('node_modules/.cache/compiled'),
      PATH: `${resolve('node_modules/.bin')}:${process.env.PATH ?? ''}`,
    }
    const child = spawn(command, [...given], { stdio: 'inherit', env })
    child.on('error', reject)
    child.on('exit', (code) => done(code ?? 1))
  })
}

async function conclude(files: readonly FileReport[]): Promise<void> {
  const skipped = files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'skipped' || status === 'pending')
      .map(({ fullName }) => `  ${relative(process.cwd(), name)}: ${fullName}`),
  )
  if (skipped.length > 0) {
    console.log(`\nSkipped, because this machine lacks something they need:\n${skipped.join('\n')}`)
    console.log('`npm run setup:test` installs what can be installed.')
  }
  await tellFailures(failuresIn(files).slice(0, maxFailures))
  const { passed, failed, skipped: notRun } = countsIn(files)
  const counts = process.env.RECTO_COUNTS
  if (counts) await appendFile(counts, `${passed} ${failed} ${notRun}\n`)
}

async function tellFailures(texts: readonly string[]): Promise<void> {
  const path = process.env.RECTO_FAILURES
  if (path) await appendFile(path, texts.join(''))
}

/**
 * Often only the end of the output is stored, and a failed test may be thousands of lines above it.
 */
function failuresIn(files: readonly FileReport[]): string[] {
  return files.flatMap(({ name, message = '', assertionResults }) => {
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
