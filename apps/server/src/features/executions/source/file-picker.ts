import type { FileEntry } from '@recto/provider-spec/file-connector'
import type { FileSource } from '../../workflows/workflows.port.ts'

/**
 * Selects the first files by modification time, of any number of files, while holding only a
 * limited number.
 */
export type FilePicker = {
  add(entries: readonly FileEntry[]): void
  readonly sortedFiles: readonly FileEntry[]
}

type TimeOrder = Exclude<FileSource['fileProcessingOrder'], 'unordered'>

/** Additional files, in case some turn out to be deleted or taken by another run. */
const spareFiles = 1000

/**
 * Holds at most a quarter more than the requested number, because sorting occasionally is cheaper
 * than inserting each file in order.
 */
export function createFilePicker(order: TimeOrder, maxFiles: number): FilePicker {
  const compare =
    order === 'oldest_first' ? compareByTime : (a: FileEntry, b: FileEntry) => -compareByTime(a, b)
  const limit = maxFiles + spareFiles
  let files: FileEntry[] = []
  const trim = () => {
    files = files.sort(compare).slice(0, limit)
  }
  return {
    add(entries) {
      files.push(...entries)
      if (files.length > limit * 1.25) trim()
    },
    get sortedFiles() {
      trim()
      return files
    },
  }
}

const getModifiedTime = ({ modifiedAt }: FileEntry) => modifiedAt?.getTime() ?? 0

/** Files with the same time are ordered by path, so that each listing has the same order. */
const compareByTime = (a: FileEntry, b: FileEntry): number =>
  getModifiedTime(a) - getModifiedTime(b) || (a.path < b.path ? -1 : 1)
