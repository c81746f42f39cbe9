/**
 * `npm run extract -- FILE...`: extracts values with their evidence from documents, without a
 * server.
 */
import { resolve } from 'node:path'
import { openReader } from '@recto/document-reader/open-reader'
import { type ExtractedFile, extractFile } from './extract/extract-file.ts'
import { formatJson } from './extract/format-json.ts'
import { formatTable } from './extract/format-table.ts'
import { openProfileLlm } from './extract/open-llm.ts'
import { type ExtractCommand, help, parseCommand, UsageError } from './extract/parse-command.ts'
import { readFields } from './extract/read-fields.ts'
import { showProgress } from './extract/show-progress.ts'
import { readEnvironment } from './process/read-environment.ts'

const { stdout, stderr } = process
const variables = readEnvironment()
// npm changes to the root of the repository; relative names are resolved against the caller's
// folder.
const isByNpm = variables.npm_lifecycle_event === 'extract'
const folder = (isByNpm && variables.INIT_CWD) || process.cwd()

try {
  const command = parseCommand(process.argv.slice(2), { isTerminal: stdout.isTTY })
  if (command) process.exitCode = await run(command)
  else stdout.write(`${help}\n`)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  stderr.write(`${error.message}\nFor help, run \`npm run extract -- --help\`.\n`)
  process.exitCode = 2
}

async function run({
  files,
  fieldsFile,
  profile,
  password,
  isJson,
  isExplained,
}: ExtractCommand): Promise<number> {
  const questions =
    fieldsFile === undefined ? undefined : await readFields(resolve(folder, fieldsFile))
  const reader = openReader()
  const progress = showProgress({
    isTerminal: stderr.isTTY,
    write: (text) => void stderr.write(text),
    now: () => performance.now(),
  })
  try {
    const llm = openProfileLlm({ profile, variables, reader })
    const fileOptions = { questions, password, isExplained, onPage: progress.show }
    const options = { reader, llm, folder, ...fileOptions }
    const results: ExtractedFile[] = []
    for (const file of files) {
      const fileResult = await extractFile(file, options)
      progress.clear()
      results.push(fileResult)
      if (!isJson) stdout.write(`${formatTable(fileResult, stdout.columns)}\n`)
    }
    if (isJson) stdout.write(formatJson(results))
    return results.some((result) => 'error' in result) ? 1 : 0
  } finally {
    await reader.close()
  }
}
