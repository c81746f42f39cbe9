import { basename } from 'node:path'
import { type DocumentText, formatVersion, type Page } from '@recto/document-text/model'
import { ReadError } from '@recto/document-text/read-error'
import type { Reader } from '@recto/document-text/reader'
import { defaultPostamble, defaultPreamble } from '@recto/extraction/assemble-prompt'
import { describeExplanation } from '@recto/extraction/describe-explanation'
import { ExtractionError, extractAnswers } from '@recto/extraction/extract'
import type { FilledSchema } from '@recto/extraction/fill-schema'
import { proposeQuestions } from '@recto/extraction/propose-questions'
import { omitUndefined } from '@recto/omit-undefined'
import type { Answer, Question } from '@recto/provider-spec/answer'
import type { Llm } from '@recto/provider-spec/llm'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { SchemaRequest } from './schema-request.ts'

export type ExtractedValue = Pick<Answer, 'value' | 'evidence'> & {
  /** Explains how the value was found or why it is missing, if requested; `null` if unknown. */
  readonly explanation?: string | null
}
type FileFailure = { readonly code: string; readonly message: string }

/** The printed result of one file. */
export type ExtractedFile =
  | { readonly file: string; readonly values: Readonly<Record<string, ExtractedValue>> }
  | ({ readonly file: string } & FilledSchema)
  | { readonly file: string; readonly error: FileFailure }

/** A file with the name that it has in the results. */
export type InputFile = {
  readonly file: string
  readonly readContent: () => Promise<Uint8Array>
}

export type ExtractFileOptions = {
  readonly reader: Reader
  readonly llm: Llm
  /** The fields; if there are neither fields nor a schema, they are proposed for each document. */
  readonly questions: readonly Question[] | undefined
  readonly schema: SchemaRequest | undefined
  readonly password: string | undefined
  /** Whether every value is explained. */
  readonly isExplained: boolean
  /** Called for each page read, with the total number of pages. */
  readonly onPage: (file: string, page: number, pages: number) => void
}

/** Never throws: errors are returned, so that other files are still processed. */
export async function extractFile(
  { file, readContent }: InputFile,
  options: ExtractFileOptions,
): Promise<ExtractedFile> {
  try {
    const document = await readDocument(file, await readContent(), options)
    const answers = await answerQuestions(document, options)
    if (options.schema) return { file, ...options.schema.fill(document, answers) }
    const values = answers.map((answer) => [answer.key, toPrintedValue(answer, options)])
    return { file, values: Object.fromEntries(values) }
  } catch (error) {
    return { file, error: toFailure(error) }
  }
}

function toPrintedValue(
  { value, evidence, explanation }: Answer,
  { isExplained }: ExtractFileOptions,
): ExtractedValue {
  if (!isExplained) return { value, evidence }
  return { value, evidence, explanation: explanation ? describeExplanation(explanation) : null }
}

async function readDocument(
  file: string,
  bytes: Uint8Array,
  { reader, password, onPage }: ExtractFileOptions,
): Promise<DocumentText> {
  const pages: Page[] = []
  const options = omitUndefined({ name: basename(file), password })
  for await (const { page, requestedCount: requestedPages } of reader.readPages(bytes, options)) {
    pages.push(page)
    onPage(file, pages.length, requestedPages)
  }
  return { formatVersion, pages }
}

async function answerQuestions(
  document: DocumentText,
  { llm, questions, schema }: ExtractFileOptions,
) {
  const askedQuestions = schema?.questions ?? questions ?? proposeQuestions(document)
  if (askedQuestions.length === 0) {
    throw new CommandError(
      'no-fields',
      'No fields could be proposed, because no labeled values were found. Use --fields or --schema to specify what to extract.',
    )
  }
  return extractAnswers({
    document,
    questions: askedQuestions,
    llm,
    instructions: { preamble: defaultPreamble, postamble: defaultPostamble, grammar: [] },
  })
}

class CommandError extends Error {
  override readonly name = 'CommandProblem'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const systemFailures: Readonly<Record<string, FileFailure>> = {
  ENOENT: { code: 'not-found', message: 'The file does not exist.' },
  EISDIR: { code: 'not-a-file', message: 'This is a folder. Specify its files instead.' },
  EACCES: { code: 'not-readable', message: 'You do not have permission to read this file.' },
  ERR_FS_FILE_TOO_LARGE: { code: 'too-large', message: 'The file is larger than 2 GB.' },
}

function toFailure(error: unknown): FileFailure {
  if (error instanceof ReadError && error.code === 'password-needed') {
    return { code: error.code, message: `${error.message} Specify it with --password.` }
  }
  if (error instanceof ReadError || error instanceof CommandError) {
    return { code: error.code, message: error.message }
  }
  if (error instanceof ExtractionError) {
    const { cause, message } = error
    return { code: cause instanceof ProviderError ? cause.code : 'failed', message }
  }
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException
  return systemFailures[code] ?? { code: 'failed', message }
}
