import type { FileEntry } from '@recto/provider-spec/file-connector'
import type { FileSource } from '../../workflows/workflows.port.ts'

/** The first of any number of files by when they were changed, of which only so many are held. */
export type Picks = {
  add(entries: readonly FileEntry[]): void
  readonly inOrder: readonly FileEntry[]
}

type TimeOrder = Exclude<FileSource['fileProcessingOrder'], 'unordered'>

/** For those that turn out to be gone, or in the hands of another run. */
const spare = 1000

/** Holds at most a quarter more than what is asked for: sorting now and then costs less than a file's place each time. */
export function openPicks(order: TimeOrder, most: number): Picks {
  const compare = order === 'oldest_first' ? byTime : (a: FileEntry, b: FileEntry) => -byTime(a, b)
  const limit = most + spare
  let held: FileEntry[] = []
  const trim = () => {
    held = held.sort(compare).slice(0, limit)
  }
  return {
    add(entries) {
      held.push(...entries)
      if (held.length > limit * 1.25) trim()
    },
    get inOrder() {
      trim()
      return held
    },
  }
}

const timeOf = ({ modifiedAt }: FileEntry) => modifiedAt?.getTime() ?? 0

/** Of one time in the order of their places, so that each listing has the same one. */
const byTime = (a: FileEntry, b: FileEntry): number =>
  timeOf(a) - timeOf(b) || (a.path < b.path ? -1 : 1)
