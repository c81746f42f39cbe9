/** `npm run extract -- FILE...`: values of documents with their places, without a server. */
import { resolve } from 'node:path'
import { openReader } from '@recto/document-reader/open-reader'
import { type ExtractedFile, extractFile } from './extract/extract-file.ts'
import { formatJson } from './extract/format-json.ts'
import { formatTable } from './extract/format-table.ts'
import { openLlm } from './extract/open-llm.ts'
import { type ExtractCommand, help, parseCommand } from './extract/parse-command.ts'
import { readFields } from './extract/read-fields.ts'
import { showProgress } from './extract/show-progress.ts'
import { UsageError } from './extract/usage-error.ts'
import { readEnvironment } from './process/read-environment.ts'

const { stdout, stderr } = process
const variables = readEnvironment()
// npm goes to the top of the repository; names are meant from where its caller stood.
const isByNpm = variables.npm_lifecycle_event === 'extract'
const folder = (isByNpm && variables.INIT_CWD) || process.cwd()

try {
  const command = parseCommand(process.argv.slice(2), { isTerminal: stdout.isTTY })
  if (command) process.exitCode = await run(command)
  else stdout.write(`${help}\n`)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  stderr.write(`${error.message}\n\`npm run extract -- --help\` explains the command.\n`)
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
    const llm = openLlm({ profile, variables, reader })
    const how = { questions, password, isExplained, onPage: progress.show }
    const given = { reader, llm, folder, ...how }
    const all: ExtractedFile[] = []
    for (const file of files) {
      const extracted = await extractFile(file, given)
      progress.clear()
      all.push(extracted)
      if (!isJson) stdout.write(`${formatTable(extracted, stdout.columns)}\n`)
    }
    if (isJson) stdout.write(formatJson(all))
    return all.some((one) => 'error' in one) ? 1 : 0
  } finally {
    await reader.close()
  }
}
