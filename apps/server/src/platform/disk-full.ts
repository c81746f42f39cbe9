import { statfs } from 'node:fs/promises'
import { isFileStoreUnavailable } from './files/file-store-unavailable.ts'
import { retry } from './retry.ts'

/** Codes of the file system, of quotas and of PostgreSQL. */
const diskFullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether an error means that a disk is full: ours or the database's. */
export function isDiskFull(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && diskFullCodes.has(String(cause.code))) return true
  }
  return false
}

/** Whether data cannot be stored for now: the disk is full or the file store is unavailable. */
export const isStorageUnavailable = (error: unknown): boolean =>
  isDiskFull(error) || isFileStoreUnavailable(error)

const storageRetryPolicy = {
  attempts: Number.POSITIVE_INFINITY,
  isRetryable: isStorageUnavailable,
  waitSeconds: () => 5,
}

/** Retries accepted work until it can be stored. An error thrown by `wait` ends the retries. */
export function retryWhileDiskFull<T>(
  run: () => Promise<T>,
  wait: (seconds: number, error: unknown) => Promise<void>,
): Promise<T> {
  return retry(run, storageRetryPolicy, { wait })
}

export type DiskWatch = {
  /** Whether a disk is known to be full. */
  isFull(): Promise<boolean>
  /** Reports that a write was refused; the full disk may be one that only the database sees. */
  reportFull(): void
}

/** Size of one segment of PostgreSQL's write-ahead log, without which it accepts no writes. */
const minFreeBytes = 16 * 1024 * 1024
const reportValidMilliseconds = 10_000

/** Watches the disks of the given local folders. */
export function openDiskWatch(folders: readonly string[]): DiskWatch {
  let reportedAt = Number.NEGATIVE_INFINITY
  return {
    reportFull() {
      reportedAt = performance.now()
    },
    async isFull() {
      if (performance.now() - reportedAt < reportValidMilliseconds) return true
      const free = await Promise.all(folders.map(freeBytes))
      return free.some((bytes) => bytes < minFreeBytes)
    },
  }
}

/** A folder that does not exist yet counts as having free space. */
async function freeBytes(folder: string): Promise<number> {
  const stats = await statfs(folder).catch(() => undefined)
  return stats ? stats.bavail * stats.bsize : Number.POSITIVE_INFINITY
}
