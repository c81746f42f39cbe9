import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { openInstallationBucket } from '@recto/providers/installation-bucket'
import { StartupError } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config/config.ts'
import { openBucketFileStore } from '../../platform/files/bucket-file-store.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { isFileStoreUnavailable } from '../../platform/files/file-store-unavailable.ts'
import { openLocalFileStore } from '../../platform/files/local-file-store.ts'
import { openOutboundFetch } from '../../platform/outbound/outbound-fetch.ts'
import { exponentialBackOff, retry } from '../../platform/retry.ts'

type OpenedFileStore = { readonly files: FileStore; close(): Promise<void> }

/** Opens the configured file store, without connecting to it. */
export function openFileStore({ fileStore }: Pick<Config, 'fileStore'>): OpenedFileStore {
  if (fileStore.kind === 'folder') {
    return { files: openLocalFileStore(fileStore.folder), close: async () => {} }
  }
  // The operator configured it, so it may be in a private network.
  const { fetch, close } = openOutboundFetch({ allowsPrivate: true })
  return { files: openBucketFileStore(openInstallationBucket(fileStore, { fetch })), close }
}

type WaitOptions = { readonly seconds: number; readonly print: (line: string) => void }

const connectRetryPolicy = {
  attempts: Number.POSITIVE_INFINITY,
  waitSeconds: exponentialBackOff(0.2, 1),
}

/**
 * Waits until the file store is available, because it may just be starting too; throws if it stays
 * unavailable or rejects our credentials.
 */
export async function assertFileStoreAvailable(
  files: FileStore,
  { seconds, print }: WaitOptions,
): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  const isRetryable = (error: unknown) => performance.now() < deadline && isTemporaryOutage(error)
  let isAnnounced = false
  const wait = async (pause: number) => {
    if (!isAnnounced) print('Waiting for the file store at FILE_STORE_URL.')
    isAnnounced = true
    await sleep(pause * 1000)
  }
  await retry(() => files.check(), { ...connectRetryPolicy, isRetryable }, { wait }).catch(
    (cause) => {
      if (!isFileStoreUnavailable(cause)) throw cause
      const { message } = cause as Error
      throw new StartupError(`${message} Check FILE_STORE_URL and its related settings.`, {
        cause,
        isTemporary: isTemporaryOutage(cause),
      })
    },
  )
}

const isTemporaryOutage = (error: unknown) =>
  isFileStoreUnavailable(error) &&
  (error as Error).cause instanceof ProviderError &&
  ((error as Error).cause as ProviderError).isRetryable
