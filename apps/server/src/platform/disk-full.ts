import { statfs } from 'node:fs/promises'
import { isFileStoreAway } from './files/file-store-away.ts'
import { retry } from './retry.ts'

/** How files, quotas and PostgreSQL refuse. */
const codes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether something could not be stored because a disk is full: our own, or the database's. */
export function isDiskFull(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause) {
    if ('code' in one && codes.has(String(one.code))) return true
  }
  return false
}

/** Whether there is nowhere to store it for now: a full disk, or a file store that is away. */
export const cannotStore = (error: unknown): boolean => isDiskFull(error) || isFileStoreAway(error)

/** Runs work that was accepted again and again until it can be stored. What `wait` throws ends that. */
export function despiteFullDisk<T>(
  run: () => Promise<T>,
  wait: (seconds: number, error: unknown) => Promise<void>,
): Promise<T> {
  return retry(run, untilRoom, { wait })
}

const untilRoom = {
  attempts: Number.POSITIVE_INFINITY,
  isRetryable: cannotStore,
  waitSeconds: () => 5,
}

export type DiskWatch = {
  /** Whether there is no room, as far as this process can see. */
  isFull(): Promise<boolean>
  /** Something was refused, which may be a disk that only the database sees. */
  report(): void
}

/** A segment of the database's log, without which it accepts nothing. */
const leastBytes = 16 * 1024 * 1024
const reportedMilliseconds = 10_000

/** Watches the disks of our own folders. */
export function openDiskWatch(folders: readonly string[]): DiskWatch {
  let reportedAt = Number.NEGATIVE_INFINITY
  return {
    report() {
      reportedAt = performance.now()
    },
    async isFull() {
      if (performance.now() - reportedAt < reportedMilliseconds) return true
      const free = await Promise.all(folders.map(freeBytes))
      return free.some((bytes) => bytes < leastBytes)
    },
  }
}

/** A folder that is not there yet takes no room. */
async function freeBytes(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => undefined)
  return found ? found.bavail * found.bsize : Number.POSITIVE_INFINITY
}
