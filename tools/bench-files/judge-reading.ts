import { extname } from 'node:path'
import { layoutText } from '@recto/document-text/layout/layout-text'
import { ReadError, type ReadErrorCode } from '@recto/document-text/read-error'
import type { Reader, ReadMode } from '@recto/document-text/reader'
import { omitUndefined } from '@recto/omit-undefined'

export type FoundFile = { readonly name: string; readonly bytes: Uint8Array }

/** `silent`, `unclear` and `failed` are faults; a refusal that names the kind of the file or its damage is none. */
export const outcomes = ['text', 'warned', 'refused', 'silent', 'unclear', 'failed'] as const
export type ReadingOutcome = (typeof outcomes)[number]

export type JudgedFile = {
  readonly name: string
  /** The ending of its name, in lower case. */
  readonly format: string
  readonly outcome: ReadingOutcome
  readonly text: string
  /** Warnings of the document, or the sentence that refuses it. */
  readonly sentences: readonly string[]
  readonly code?: ReadErrorCode
  readonly seconds: number
}

const failures: ReadonlySet<ReadErrorCode> = new Set(['timed-out', 'reader-crashed', 'interrupted'])

/** Reads a file as the product does and says what a person gets. */
export async function judgeReading(
  reader: Reader,
  { name, bytes }: FoundFile,
  mode: ReadMode,
): Promise<JudgedFile> {
  const start = performance.now()
  const { outcome, text = '', sentences, code } = await readOrRefuse(reader, { name, bytes }, mode)
  return {
    name,
    format: extname(name).slice(1).toLowerCase() || '-',
    outcome,
    text,
    sentences,
    ...omitUndefined({ code }),
    seconds: (performance.now() - start) / 1000,
  }
}

type ReadOutcome = Pick<JudgedFile, 'outcome' | 'sentences' | 'code'> & { readonly text?: string }

async function readOrRefuse(
  reader: Reader,
  { name, bytes }: FoundFile,
  mode: ReadMode,
): Promise<ReadOutcome> {
  try {
    const document = await reader.read(bytes, { name, mode })
    const sentences = document.warnings ?? []
    const hasWords = document.pages.some(({ words }) => words.length > 0)
    if (hasWords) return { outcome: 'text', text: layoutText(document).text, sentences }
    return { outcome: sentences.length > 0 ? 'warned' : 'silent', sentences }
  } catch (error) {
    if (!(error instanceof ReadError)) return { outcome: 'failed', sentences: [String(error)] }
    return { outcome: outcomeOf(error), sentences: [error.message], code: error.code }
  }
}

function outcomeOf({ code, message }: ReadError): ReadingOutcome {
  if (failures.has(code)) return 'failed'
  return code === 'unsupported-type' && message.includes('unknown type') ? 'unclear' : 'refused'
}
