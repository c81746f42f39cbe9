import type { FileConnector, FileEntry } from '@recto/provider-spec/file-connector'
import { sleepUnlessAborted } from '../../../platform/retry.ts'
import { getFileName } from '../file-names.ts'
import { getMark } from './walk-source.ts'

/** A file that has not changed for so long is complete. */
const completeSeconds = 2
/** How long a run waits for files that are still being written. A later run takes those that take longer. */
const maxWaitSeconds = 60
/** Further unfinished files are left for a later run. */
const maxUnfinishedFiles = 1000

/**
 * Names that programs give files while they write them: browsers, `rsync`, `scp` clients, office programs, and Recto itself.
 */
const temporaryName =
  /^(?:\.|~\$)|(?:~|\.(?:part|partial|tmp|temp|crdownload|download|filepart|swp|lock|upload|uploading))$/i

export const hasTemporaryName = ({ path }: Pick<FileEntry, 'path'>): boolean =>
  temporaryName.test(getFileName(path))

type CompleteFilesOptions = {
  readonly connector: FileConnector
  readonly signal: AbortSignal
}

/** Separates the files of a listing that are complete from those that are still being written. */
export type CompleteFiles = {
  /** Returns the files that are complete, and keeps the others. Those that `wait` returned last are complete. */
  take(entries: readonly FileEntry[]): readonly FileEntry[]
  /** Returns the kept files one group after the other, as they are completed. */
  wait(): AsyncIterable<readonly FileEntry[]>
  /** Number of files that are not complete. */
  readonly unfinishedCount: number
}

/** All files are complete if the connector shows none that are being written. */
export function openCompleteFiles({ connector, signal }: CompleteFilesOptions): CompleteFiles {
  let unfinishedFiles: readonly FileEntry[] = []
  let completedFiles: readonly FileEntry[] = []
  let leftCount = 0
  return {
    take(entries) {
      const namedFiles = entries.filter((entry) => !hasTemporaryName(entry))
      if (!connector.showsUnfinishedFiles) return namedFiles
      const [completeFiles, newFiles] = partition(
        namedFiles,
        (file) => isUnchanged(file) || completedFiles.includes(file),
      )
      const keptFiles = newFiles.slice(0, maxUnfinishedFiles - unfinishedFiles.length)
      unfinishedFiles = [...unfinishedFiles, ...keptFiles]
      leftCount += newFiles.length - keptFiles.length
      return completeFiles
    },
    async *wait() {
      const waitEnd = performance.now() + maxWaitSeconds * 1000
      while (unfinishedFiles.length > 0 && performance.now() < waitEnd) {
        await sleepUnlessAborted(signal, completeSeconds)
        const entries = await findAgain({ connector, signal }, unfinishedFiles)
        const marks = new Map(unfinishedFiles.map((file) => [file.path, getMark(file)]))
        const [sameFiles, changedFiles] = partition(
          entries,
          (entry) => marks.get(entry.path) === getMark(entry),
        )
        unfinishedFiles = changedFiles
        completedFiles = sameFiles
        if (sameFiles.length > 0) yield sameFiles
      }
    },
    get unfinishedCount() {
      return unfinishedFiles.length + leftCount
    },
  }
}

/** Returns the files that still exist, as they are now. */
async function findAgain(
  { connector, signal }: CompleteFilesOptions,
  files: readonly FileEntry[],
): Promise<readonly FileEntry[]> {
  const entries: FileEntry[] = []
  for (const { path } of files) {
    const entry = await connector.find(path, { signal })
    if (entry?.kind === 'file') entries.push(entry)
  }
  return entries
}

/** Whether a file was last changed long enough ago. The clock of another machine may be ahead. */
function isUnchanged({ modifiedAt }: FileEntry): boolean {
  if (!modifiedAt) return false
  return Date.now() - modifiedAt.getTime() >= completeSeconds * 1000
}

function partition<T>(
  items: readonly T[],
  test: (item: T) => boolean,
): readonly [readonly T[], readonly T[]] {
  return [items.filter(test), items.filter((item) => !test(item))]
}
