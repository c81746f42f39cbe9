import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { type DocumentText, formatVersion, type Page } from '@recto/document-text/model'
import { ReadError } from '@recto/document-text/read-error'
import type { Reader } from '@recto/document-text/reader'
import { defaultPostamble, defaultPreamble } from '@recto/extraction/default-instructions'
import { ExtractionError, extract } from '@recto/extraction/extract'
import { proposeQuestions } from '@recto/extraction/propose-questions'
import { sayExplanation } from '@recto/extraction/say-explanation'
import type { Answer, Question } from '@recto/provider-spec/answer'
import type { Llm } from '@recto/provider-spec/llm'
import { ProviderError } from '@recto/provider-spec/provider-error'

export type Value = Pick<Answer, 'value' | 'evidence'> & {
  /** How it was found, or why it was not; `null` when nobody has said. Only when it was asked for. */
  readonly explanation?: string | null
}
type Failure = { readonly code: string; readonly message: string }

/** What is printed of one file. */
export type ExtractedFile =
  | { readonly file: string; readonly values: Readonly<Record<string, Value>> }
  | { readonly file: string; readonly error: Failure }

type Given = {
  readonly reader: Reader
  readonly llm: Llm
  /** Against which names of files are resolved. */
  readonly folder: string
  /** Absent: proposed for each document. */
  readonly questions: readonly Question[] | undefined
  readonly password: string | undefined
  /** Whether every value says how it was found. */
  readonly isExplained: boolean
  /** Called for each page that was read, with how many there are. */
  readonly onPage: (file: string, page: number, pages: number) => void
}

/** Never throws: a file that fails says so and lets the others go on. */
export async function extractFile(file: string, given: Given): Promise<ExtractedFile> {
  try {
    const document = await read(file, given)
    const answers = await answer(document, given)
    const values = answers.map((answer) => [answer.key, printed(answer, given)])
    return { file, values: Object.fromEntries(values) }
  } catch (error) {
    return { file, error: explain(error) }
  }
}

function printed({ value, evidence, explanation }: Answer, { isExplained }: Given): Value {
  if (!isExplained) return { value, evidence }
  return { value, evidence, explanation: explanation ? sayExplanation(explanation) : null }
}

async function read(
  file: string,
  { reader, folder, password, onPage }: Given,
): Promise<DocumentText> {
  const bytes = await readFile(resolve(folder, file))
  const pages: Page[] = []
  const options = { name: basename(file), ...(password !== undefined && { password }) }
  for await (const { page, requested } of reader.readPages(bytes, options)) {
    pages.push(page)
    onPage(file, pages.length, requested)
  }
  return { formatVersion, pages }
}

async function answer(document: DocumentText, { llm, questions }: Given) {
  const asked = questions ?? proposeQuestions(document)
  if (asked.length === 0) {
    throw new CommandProblem(
      'no-fields',
      'No labelled value was found to propose a field for. Say what to extract with --fields.',
    )
  }
  return extract({
    document,
    questions: asked,
    llm,
    instructions: { preamble: defaultPreamble, postamble: defaultPostamble, grammar: [] },
  })
}

class CommandProblem extends Error {
  override readonly name = 'CommandProblem'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

const systemProblems: Readonly<Record<string, Failure>> = {
  ENOENT: { code: 'not-found', message: 'There is no such file.' },
  EISDIR: { code: 'not-a-file', message: 'This is a folder. Name its files.' },
  EACCES: { code: 'not-readable', message: 'You may not read this file.' },
  ERR_FS_FILE_TOO_LARGE: { code: 'too-large', message: 'The file is larger than 2 GB.' },
}

function explain(error: unknown): Failure {
  if (error instanceof ReadError && error.code === 'password-needed') {
    return { code: error.code, message: `${error.message} Give it with --password.` }
  }
  if (error instanceof ReadError || error instanceof CommandProblem) {
    return { code: error.code, message: error.message }
  }
  if (error instanceof ExtractionError) {
    const { cause, message } = error
    return { code: cause instanceof ProviderError ? cause.code : 'failed', message }
  }
  const { code = '', message = String(error) } = error as NodeJS.ErrnoException
  return systemProblems[code] ?? { code: 'failed', message }
}
