import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderError } from '@recto/provider-spec/provider-error'
import { openInstallationBucket } from '@recto/providers/installation-bucket'
import type { Config } from '../../platform/config/config.ts'
import { openBucketFileStore } from '../../platform/files/bucket-file-store.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { isFileStoreAway } from '../../platform/files/file-store-away.ts'
import { openLocalFileStore } from '../../platform/files/local-file-store.ts'
import { openFetch } from '../../platform/outside/open-fetch.ts'
import { backOffFrom, retry } from '../../platform/retry.ts'
import { StartRefused } from '../../platform/start-refused.ts'

type OpenedFileStore = { readonly files: FileStore; close(): Promise<void> }

/** The file store that the settings name. Opening asks nobody. */
export function openFileStore({ fileStore }: Pick<Config, 'fileStore'>): OpenedFileStore {
  if (fileStore.kind === 'folder') {
    return { files: openLocalFileStore(fileStore.folder), close: async () => {} }
  }
  // Whoever runs the installation has named it, so it may be in its own network.
  const { fetch, close } = openFetch({ allowsInner: true })
  return { files: openBucketFileStore(openInstallationBucket(fileStore, { fetch })), close }
}

type Patience = { readonly seconds: number; readonly print: (line: string) => void }

/** What keeps away, or does not know us, is said at the start; who is just being started too is waited for. */
export async function refuseLostFiles(
  files: FileStore,
  { seconds, print }: Patience,
): Promise<void> {
  const giveUpAt = performance.now() + seconds * 1000
  const isRetryable = (error: unknown) => performance.now() < giveUpAt && isPassingTrouble(error)
  let isTold = false
  const wait = async (pause: number) => {
    if (!isTold) print('Waiting for the file store of FILE_STORE_URL.')
    isTold = true
    await sleep(pause * 1000)
  }
  await retry(() => files.check(), { ...untilThere, isRetryable }, { wait }).catch((cause) => {
    if (!isFileStoreAway(cause)) throw cause
    const { message } = cause as Error
    throw new StartRefused(`${message} Look at FILE_STORE_URL and what belongs to it.`, { cause })
  })
}

const untilThere = { attempts: Number.POSITIVE_INFINITY, waitSeconds: backOffFrom(0.2, 1) }

const isPassingTrouble = (error: unknown) =>
  isFileStoreAway(error) &&
  (error as Error).cause instanceof ProviderError &&
  ((error as Error).cause as ProviderError).isRetryable
