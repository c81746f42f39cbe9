import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { appendFile, mkdtemp, readFile, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import process from 'node:process'
import { errorFileOf, runMarker } from './force-exit-reporter.ts'
import { chooseFilesToRetry, countOutcomes, type FileReport, mergeRetry } from './retry-files.ts'

type Report = { readonly testResults?: readonly FileReport[] }

const maxFailures = 20
const maxFailureLines = 12

type VitestRunOptions = {
  readonly config?: string
  /** Arguments for Vitest, such as part of a file name. */
  readonly args: readonly string[]
}

/**
 * Runs Vitest and returns its exit code. Prints the skipped tests with the command that installs what they need,
 * and appends the counts to the file of `RECTO_COUNTS` and the failures to that of `RECTO_FAILURES`, if set. With
 * `CI` set, a few failed files are run and reported a second time.
 */
export async function runVitest({ config, args }: VitestRunOptions): Promise<number> {
  const options = ['run', ...(config ? ['--config', config] : [])]
  const first = await runOnce([...options, ...args])
  const filesToRetry = process.env.CI && !first.hasErrors ? chooseFilesToRetry(first.files) : []
  const last = filesToRetry.length > 0 ? await retryFiles(first, options, filesToRetry) : first
  if (last.files.length > 0) await reportOutcome(last.files)
  const isExplained = last.code === 0 || countOutcomes(last.files).failed > 0
  if (!isExplained)
    await logFailures([
      'No test failed, but an error occurred outside of tests; see the output of Vitest.\n',
    ])
  return last.code
}

type VitestRunResult = {
  readonly code: number
  readonly files: readonly FileReport[]
  /** Whether errors occurred outside of tests. */
  readonly hasErrors: boolean
}

async function retryFiles(
  first: VitestRunResult,
  options: readonly string[],
  paths: readonly string[],
): Promise<VitestRunResult> {
  console.log(`\nRetried:\n${paths.map((path) => `  ${path}`).join('\n')}`)
  const second = await runOnce([...options, ...paths])
  const files = mergeRetry(first.files, second.files)
  const flakyFiles = first.files.filter((file) => file.status === 'failed' && !files.includes(file))
  await logFailures(
    failuresIn(flakyFiles).map((text) => `Failed at first, passed when retried: ${text}`),
  )
  return { ...second, files }
}

async function runOnce(options: readonly string[]): Promise<VitestRunResult> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-tests-'))
  const path = join(folder, 'report.json')
  try {
    const code = await run('vitest', options, path)
    const report = JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as Report
    return { code, files: report.testResults ?? [], hasErrors: existsSync(errorFileOf(path)) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function run(command: string, args: readonly string[], report: string): Promise<number> {
  const env = {
    ...process.env,
    [runMarker]: `${process.pid}`,
    RECTO_TEST_REPORT: report,
    TMPDIR: process.env.TMPDIR ?? (await findMemoryFolder()) ?? tmpdir(),
    // Compiling takes half of the startup time; processes that tests start share this cache.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? resolve('node_modules/.cache/compiled'),
    PATH: `${resolve('node_modules/.bin')}:${process.env.PATH ?? ''}`,
  }
  return new Promise((done, reject) => {
    const child = spawn(command, [...args], { stdio: 'inherit', env })
    child.on('error', reject)
    child.on('exit', (code) => done(code ?? 1))
  })
}

const memoryFolder = '/dev/shm'
const minMemoryBytes = 8 * 2 ** 30

/**
 * Returns a folder in memory with room for hundreds of databases, whose files nobody reads after the tests. Writing
 * them to a disk would take a tenth of the time. A container usually has none that is large enough.
 */
async function findMemoryFolder(): Promise<string | undefined> {
  const space = await statfs(memoryFolder).catch(() => undefined)
  return space && space.bavail * space.bsize >= minMemoryBytes ? memoryFolder : undefined
}

async function reportOutcome(files: readonly FileReport[]): Promise<void> {
  const skippedTests = files.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'skipped' || status === 'pending')
      .map(({ fullName }) => `  ${relative(process.cwd(), name)}: ${fullName}`),
  )
  if (skippedTests.length > 0) {
    console.log(
      `\nSkipped, because this machine lacks something they need:\n${skippedTests.join('\n')}`,
    )
    console.log('`npm run setup:test` installs what can be installed.')
  }
  await logFailures(failuresIn(files).slice(0, maxFailures))
  const { passed: passedCount, failed: failedCount, skipped: skippedCount } = countOutcomes(files)
  const counts = process.env.RECTO_COUNTS
  if (counts) await appendFile(counts, `${passedCount} ${failedCount} ${skippedCount}\n`)
}

async function logFailures(texts: readonly string[]): Promise<void> {
  const path = process.env.RECTO_FAILURES
  if (path) await appendFile(path, texts.join(''))
}

/** Describes the failures for the end of the output, because often only that is stored. */
function failuresIn(files: readonly FileReport[]): string[] {
  return files.flatMap(({ name, message = '', assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failures = assertionResults.filter(({ status }) => status === 'failed')
    const texts = failures.map(({ fullName, failureMessages = [] }) =>
      describe(`${file}: ${fullName}`, failureMessages.join('\n')),
    )
    return texts.length === 0 && message !== '' ? [describe(file, message)] : texts
  })
}

function describe(title: string, text: string): string {
  const lines = text.trim().split('\n').slice(0, maxFailureLines)
  return [title, ...lines.map((line) => `  ${line}`), ''].join('\n')
}
