import { createHash } from 'node:crypto'
import { appendFile, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { parseExactJson } from '@recto/exact-json/parse-json'
import {
  type ExtractedFile,
  type ExtractFileOptions,
  extractFile,
  type InputFile,
} from './extract-file.ts'

/** Results that survive an interruption, so that the same command does not read, or pay for, a file twice. */
export type ResultJournal = {
  find(key: string): ExtractedFile | undefined
  save(key: string, result: ExtractedFile): Promise<void>
  /** Writes the final file, which replaces an earlier one at once. */
  finish(content: string, options: { readonly isComplete: boolean }): Promise<void>
}

/** Opens the journal beside a result file. */
export async function openResultJournal(outFile: string): Promise<ResultJournal> {
  const path = `${outFile}.partial`
  const results = new Map(readLines(await readFile(path, 'utf8').catch(returnEmptyIfAbsent)))
  return {
    find: (key) => results.get(key),
    async save(key, result) {
      results.set(key, result)
      // A killed command may have left half a line, which must not swallow this one.
      await appendFile(path, `\n${JSON.stringify({ key, result })}\n`)
    },
    async finish(content, { isComplete }) {
      await writeFile(`${outFile}.tmp`, content)
      await rename(`${outFile}.tmp`, outFile)
      if (isComplete) await rm(path, { force: true })
    },
  }
}

function returnEmptyIfAbsent(cause: NodeJS.ErrnoException): string {
  if (cause.code === 'ENOENT') return ''
  throw new Error(`The partial results cannot be read: ${cause.message}.`, { cause })
}

type JournalLine = { readonly key: string; readonly result: ExtractedFile }

function readLines(text: string): readonly (readonly [string, ExtractedFile])[] {
  const lines: (readonly [string, ExtractedFile])[] = []
  for (const line of text.split('\n').filter(Boolean)) {
    try {
      const { key, result } = parseExactJson(line) as JournalLine
      lines.push([key, result])
    } catch {
      // A line is cut off if the command was killed while it wrote; its file is read again.
    }
  }
  return lines
}

type ExtractOnceOptions = {
  readonly options: ExtractFileOptions
  readonly journal: ResultJournal
}

/** Extracts a file unless the journal has its result. */
export async function extractOnce(
  { file, readContent }: InputFile,
  { options, journal }: ExtractOnceOptions,
): Promise<ExtractedFile> {
  // A file that cannot be read has no content, and `extractFile` says why.
  const content = await readContent().catch(() => undefined)
  if (content === undefined) return extractFile({ file, readContent }, options)
  const key = toResultKey(content, { file, options })
  const savedResult = journal.find(key)
  if (savedResult) return savedResult
  const result = await extractFile({ file, readContent: async () => content }, options)
  if (!('error' in result)) await journal.save(key, result)
  return result
}

type ResultRequest = Pick<ExtractOnceOptions, 'options'> & { readonly file: string }

/** The key of a result: it changes with the file's name and content, and with everything that is asked of it. */
function toResultKey(content: Uint8Array, { file, options }: ResultRequest): string {
  const { questions, schema, llm, isExplained } = options
  const request = [file, llm.model, isExplained, questions ?? null, schema?.source ?? null]
  const hash = createHash('sha256').update(JSON.stringify(request)).update('\0').update(content)
  return hash.digest('hex')
}
