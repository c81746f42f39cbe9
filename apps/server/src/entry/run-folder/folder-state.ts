import { appendFile, readFile } from 'node:fs/promises'

/** What became of one file: its values, or why there are none. */
export type FolderResult = {
  readonly file: string
  /** By which a file that was changed since is known. */
  readonly hash: string
  readonly values?: Readonly<Record<string, unknown>>
  readonly error?: string
}

type FolderState = {
  readonly all: () => readonly FolderResult[]
  /** Whether the file, as it is now, has its values. */
  readonly has: (file: string, hash: string) => boolean
  /** It is on the disk before the next file is begun. */
  readonly add: (result: FolderResult) => Promise<void>
}

/** A line for each file. One that was cut short by the end of a process is left out, and its file is run again. */
export async function openState(path: string): Promise<FolderState> {
  const known = new Map<string, FolderResult>()
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return ''
  })
  for (const line of text.split('\n')) {
    const result = parse(line)
    if (result) known.set(result.file, result)
  }
  if (text !== '' && !text.endsWith('\n')) await appendFile(path, '\n')
  return {
    all: () => [...known.values()].sort((one, other) => (one.file < other.file ? -1 : 1)),
    has(file, hash) {
      const found = known.get(file)
      return found?.hash === hash && found.values !== undefined
    },
    async add(result) {
      await appendFile(path, `${JSON.stringify(result)}\n`)
      known.set(result.file, result)
    },
  }
}

function parse(line: string): FolderResult | undefined {
  try {
    const value = JSON.parse(line) as FolderResult | null
    return typeof value?.file === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
