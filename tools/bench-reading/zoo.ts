import { layoutText } from '@recto/document-text/layout/layout-text'
import { ReadError } from '@recto/document-text/read-error'
import type { Reader } from '@recto/document-text/reader'
import { omitUndefined } from '@recto/omit-undefined'
import { hasPdftotext, pdftotext } from './native.ts'
import type { Sample } from './samples.ts'
import { type ComparedFile, type Differences, differencesOf } from './worst-files.ts'

export type ZooCounts = {
  readonly files: number
  /** Files that were read, and those among them that needed OCR. */
  readonly text: number
  readonly recognised: number
  readonly clearError: number
  /** Files whose thread or process died, or that failed unexpectedly. */
  readonly crash: number
  /** Files that reached the time limit. */
  readonly hang: number
  readonly slowestSeconds: number
  /** Differences for documents in which `pdftotext -layout` finds words and no page needed OCR. */
  readonly differences: Differences
  readonly errors: readonly { readonly name: string; readonly code: string }[]
}

type Outcome = {
  readonly name: string
  readonly kind: 'text' | 'clearError' | 'crash' | 'hang'
  readonly code?: string
  readonly isRecognised?: boolean
  readonly comparison?: ComparedFile
  readonly seconds: number
}

export async function measureZoo(
  reader: Reader,
  samples: readonly Sample[],
  pathOf: (sample: Sample) => string | undefined,
): Promise<ZooCounts> {
  const outcomes: Outcome[] = []
  for (const sample of samples) outcomes.push(await read(reader, sample, pathOf(sample)))
  const count = (kind: Outcome['kind']) => outcomes.filter((one) => one.kind === kind).length
  return {
    files: samples.length,
    text: count('text'),
    recognised: outcomes.filter(({ isRecognised }) => isRecognised).length,
    clearError: count('clearError'),
    crash: count('crash'),
    hang: count('hang'),
    slowestSeconds: Math.max(0, ...outcomes.map(({ seconds }) => seconds)),
    differences: differencesOf(outcomes.flatMap(({ comparison }) => comparison ?? [])),
    errors: outcomes
      .map(({ name, code }) => (code ? { name, code } : undefined))
      .filter((value) => value !== undefined),
  }
}

async function read(reader: Reader, { name, bytes }: Sample, path?: string): Promise<Outcome> {
  const start = performance.now()
  const seconds = () => (performance.now() - start) / 1000
  try {
    const document = await reader.read(bytes, { name })
    const isRecognised = document.pages.some(({ ocr }) => ocr !== undefined)
    const elapsedSeconds = seconds()
    const pdftotextText = path && !isRecognised && hasPdftotext() ? pdftotext(path) : ''
    const readerText = layoutText(document, { pageSeparator: '' }).text
    const comparison = pdftotextText.trim() === '' ? undefined : { name, pdftotextText, readerText }
    return {
      name,
      kind: 'text',
      isRecognised,
      ...omitUndefined({ comparison }),
      seconds: elapsedSeconds,
    }
  } catch (error) {
    if (!(error instanceof ReadError))
      return { name, kind: 'crash', code: String(error), seconds: seconds() }
    const { code } = error
    return { name, kind: kindOf(code), code, seconds: seconds() }
  }
}

function kindOf(code: ReadError['code']): Outcome['kind'] {
  if (code === 'reader-crashed') return 'crash'
  return code === 'timed-out' ? 'hang' : 'clearError'
}
