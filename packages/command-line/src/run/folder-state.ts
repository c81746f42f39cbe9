import { appendFile, readFile } from 'node:fs/promises'
import type { DocumentValues } from '../values-of.ts'

/** What became of one file. */
export type FolderResult = DocumentValues & {
  readonly file: string
  /** By which a file that was changed since is known. */
  readonly hash: string
}

/** It was sent under this name, and nothing is known of it yet. */
type Sent = {
  readonly file: string
  readonly hash: string
  readonly sent: string
  /** Whether it was sent to take what an earlier run gave: a name stands for one request. */
  readonly takesEarlier?: boolean
}

type FolderState = {
  readonly all: () => readonly FolderResult[]
  /** Whether the file, as it is now, has its values. */
  readonly has: (file: string, hash: string) => boolean
  /** How the file, as it is now, was sent last, unless something came of it. */
  readonly sentAs: (file: string, hash: string) => Sent | undefined
  /** It is on the disk before the file is sent. */
  readonly noteSent: (sent: Sent) => Promise<void>
  /** It is on the disk before the next file is begun. */
  readonly add: (result: FolderResult) => Promise<void>
}

/** Lines for each file. One that was cut short by the end of a process is left out. */
export async function openState(path: string): Promise<FolderState> {
  const known = new Map<string, FolderResult>()
  const underWay = new Map<string, Sent>()
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  for (const line of text.split('\n')) take(parse(line))
  if (text !== '' && !text.endsWith('\n')) await appendFile(path, '\n')

  function take(line: FolderResult | Sent | undefined): void {
    if (!line) return
    if ('sent' in line) {
      underWay.set(line.file, line)
      return
    }
    known.set(line.file, line)
    underWay.delete(line.file)
  }

  async function write(line: FolderResult | Sent): Promise<void> {
    await appendFile(path, `${JSON.stringify(line)}\n`)
    take(line)
  }

  return {
    all: () => [...known.values()].sort((one, other) => (one.file < other.file ? -1 : 1)),
    has(file, hash) {
      const found = known.get(file)
      return found?.hash === hash && found.values !== undefined
    },
    sentAs(file, hash) {
      const found = underWay.get(file)
      return found?.hash === hash ? found : undefined
    },
    noteSent: write,
    add: write,
  }
}

function parse(line: string): FolderResult | Sent | undefined {
  try {
    const value = JSON.parse(line) as FolderResult | Sent | null
    return typeof value?.file === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
