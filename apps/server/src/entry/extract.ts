/**
 * `npm run extract -- FILE...`: extracts values with their evidence from documents, without a
 * server.
 */
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { openReader } from '@recto/document-reader/open-reader'
import { watchDocuments } from '@recto/extraction/watch-documents'
import {
  type ExtractedFile,
  type ExtractFileOptions,
  extractFile,
  type InputFile,
} from './extract/extract-file.ts'
import { formatJson } from './extract/format-json.ts'
import { formatResultFile } from './extract/format-result-file.ts'
import { formatTable } from './extract/format-table.ts'
import { openProfileLlm } from './extract/open-llm.ts'
import { type ExtractCommand, help, parseCommand, UsageError } from './extract/parse-command.ts'
import { readFields } from './extract/read-fields.ts'
import { extractOnce, openResultJournal } from './extract/result-journal.ts'
import { readSchemaFile } from './extract/schema-request.ts'
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

async function run(command: ExtractCommand): Promise<number> {
  const request = await readRequest(command)
  const reader = openReader({ watchDocuments })
  const progress = showProgress({
    isTerminal: stderr.isTTY,
    write: (text) => void stderr.write(text),
    now: () => performance.now(),
  })
  const { profile, password, isExplained, outFile } = command
  try {
    const llm = openProfileLlm({ profile, variables, reader })
    const options = { ...request, reader, llm, password, isExplained, onPage: progress.show }
    const results =
      outFile === undefined
        ? await printResults(command, { options, clearProgress: progress.clear })
        : await writeResults({ ...command, outFile }, { options, clearProgress: progress.clear })
    return results.some((result) => 'error' in result) ? 1 : 0
  } finally {
    await reader.close()
  }
}

/** Reads the fields file or the schema file, if the command names one. */
async function readRequest({ fieldsFile, schemaFile, profile }: ExtractCommand) {
  const isForModel = profile !== 'builtin'
  return {
    questions: fieldsFile === undefined ? undefined : await readFields(resolve(folder, fieldsFile)),
    schema:
      schemaFile === undefined
        ? undefined
        : await readSchemaFile(resolve(folder, schemaFile), { isForModel }),
  }
}

type RunParts = {
  readonly options: ExtractFileOptions
  readonly clearProgress: () => void
}

/** The content is read when the file's turn comes. */
function toInput(file: string): InputFile {
  return { file, readContent: () => readFile(resolve(folder, file)) }
}

async function printResults(
  { files, isJson }: ExtractCommand,
  { options, clearProgress }: RunParts,
): Promise<readonly ExtractedFile[]> {
  const results: ExtractedFile[] = []
  for (const file of files) {
    const result = await extractFile(toInput(file), options)
    clearProgress()
    results.push(result)
    if (!isJson) stdout.write(`${formatTable(result, stdout.columns)}\n`)
  }
  if (isJson) stdout.write(formatJson(results))
  return results
}

/** Writes the results of all files at the end, and each of them to a journal as soon as it is there. */
async function writeResults(
  { files, outFile }: ExtractCommand & { readonly outFile: string },
  { options, clearProgress }: RunParts,
): Promise<readonly ExtractedFile[]> {
  const journal = await openResultJournal(resolve(folder, outFile))
  const results: ExtractedFile[] = []
  for (const file of files) {
    results.push(await extractOnce(toInput(file), { options, journal }))
    clearProgress()
  }
  const failedCount = results.filter((result) => 'error' in result).length
  const content = formatResultFile(results, { outFile, columns: options.schema?.columns })
  await journal.finish(content, { isComplete: failedCount === 0 })
  const failures =
    failedCount > 0 ? `, ${failedCount} of them failed. The same command tries these again` : ''
  stderr.write(`${outFile}: ${files.length} files${failures}.\n`)
  return results
}
