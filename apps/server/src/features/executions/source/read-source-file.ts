import { multipartLimits } from '@recto/contract/wire/limits'
import type { FileConnector, FileEntry } from '@recto/provider-spec/file-connector'
import { ProviderError } from '@recto/provider-spec/provider-error'
import type { Context } from '../../../platform/context.ts'
import type { Content } from '../../../platform/files/content.ts'
import { receiveContent } from '../../../platform/files/receive-content.ts'
import { TooManyBytesError } from '../../../platform/files/store-stream.ts'
import { retry, sleepUnlessAborted } from '../../../platform/retry.ts'
import { getMark } from './walk-source.ts'

export type ReadFile = {
  readonly entry: FileEntry
  readonly mark: string | null
  readonly size: number
  readonly hash: string
  readonly mimeType: string
  readonly content: Content
}

/** The file was deleted after it was listed. */
export type GoneFile = 'gone'
/** A file that cannot be read, and the reason. */
export type UnreadFile = { readonly entry: FileEntry; readonly reason: string }

const maxAttempts = 4

/**
 * Reads a file; a file that changes while it is read is read again. Throws when the whole source
 * fails.
 */
export async function readSourceFile(
  { files }: Pick<Context, 'files'>,
  connector: FileConnector,
  entry: FileEntry,
  signal: AbortSignal,
): Promise<ReadFile | UnreadFile | GoneFile> {
  const read = async (): Promise<ReadFile> => {
    const openedFile = await connector.open(entry.path, { signal })
    const maxBytes = multipartLimits.bytesOfFile
    const { content, size, hash } = await receiveContent(files, openedFile.bytes, { maxBytes })
    const mimeType = openedFile.entry.contentType ?? 'application/octet-stream'
    return { entry, mark: getMark(openedFile.entry), size, hash, mimeType, content }
  }
  try {
    return await retry(
      read,
      { attempts: maxAttempts },
      { wait: (seconds) => sleepUnlessAborted(signal, seconds) },
    )
  } catch (error) {
    if (error instanceof TooManyBytesError) {
      const megabytes = multipartLimits.bytesOfFile / 1024 / 1024
      return { entry, reason: `The file is larger than ${megabytes} MB.` }
    }
    if (!(error instanceof ProviderError)) throw error
    if (error.code === 'not-found') return 'gone'
    if (error.code === 'refused' || error.code === 'reply-unreadable') {
      return { entry, reason: error.message }
    }
    throw error
  }
}
