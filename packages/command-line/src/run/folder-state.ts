import { appendFile, readFile } from 'node:fs/promises'
import { parseExactJson } from '@recto/exact-json/parse-json'
import type { DocumentValues } from '../values-of.ts'

/** Result of one file. It is stored as a line of JSON. */
export type FolderResult = DocumentValues & {
  readonly file: string
  /** Digest of the content, to detect a file that changed since. */
  readonly hash: string
}

/**
 * The file was sent with the idempotency key `sent`, and its result is not known yet. It is stored
 * as a line of JSON.
 */
type SentFile = {
  readonly file: string
  readonly hash: string
  readonly sent: string
  /**
   * Whether it was sent to reuse an earlier result; an idempotency key stands for one exact
   * request.
   */
  readonly takesEarlier?: boolean
}

type FolderState = {
  readonly all: () => readonly FolderResult[]
  /** Whether the values of the file's current content are stored. */
  readonly has: (file: string, hash: string) => boolean
  /** Returns how the file's current content was last sent, if its result is still unknown. */
  readonly sentAs: (file: string, hash: string) => SentFile | undefined
  /** Records that a file is being sent. The record is on disk before the file is sent. */
  readonly recordSent: (file: SentFile) => Promise<void>
  /** Stores a result. It is on disk before the next file starts. */
  readonly add: (result: FolderResult) => Promise<void>
}

/**
 * Opens the state file, which holds JSON lines. A line that was cut off when a process ended is
 * ignored.
 */
export async function openFolderState(path: string): Promise<FolderState> {
  const results = new Map<string, FolderResult>()
  const inFlight = new Map<string, SentFile>()
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  for (const line of text.split('\n')) apply(parse(line))
  if (text !== '' && !text.endsWith('\n')) await appendFile(path, '\n')

  function apply(line: FolderResult | SentFile | undefined): void {
    if (!line) return
    if ('sent' in line) {
      inFlight.set(line.file, line)
      return
    }
    results.set(line.file, line)
    inFlight.delete(line.file)
  }

  async function write(line: FolderResult | SentFile): Promise<void> {
    await appendFile(path, `${JSON.stringify(line)}\n`)
    apply(line)
  }

  return {
    all: () => [...results.values()].sort((left, right) => (left.file < right.file ? -1 : 1)),
    has(file, hash) {
      const result = results.get(file)
      return result?.hash === hash && result.values !== undefined
    },
    sentAs(file, hash) {
      const sentFile = inFlight.get(file)
      return sentFile?.hash === hash ? sentFile : undefined
    },
    recordSent: write,
    add: write,
  }
}

function parse(line: string): FolderResult | SentFile | undefined {
  try {
    const value = parseExactJson(line) as FolderResult | SentFile | null
    return typeof value?.file === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
