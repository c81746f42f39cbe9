import { ReadError } from '@recto/document-text/read-error'
import type { OpenBytes } from '@recto/document-text/table-record'
import { Unzip, UnzipInflate } from 'fflate'

/** Receives the bytes of one member of a ZIP file in order. */
export type PartReader = {
  readonly write: (bytes: Uint8Array) => void
  readonly end: () => void
}

/** Maximum number of bytes that are unpacked of a file. */
const maxUnpackedBytes = 4 * 1024 ** 3

/**
 * Reads the members of a ZIP file for which there is a reader, without holding the file in memory. It pauses after
 * each piece of the file. Throws `ReadError`.
 */
export async function* readParts(
  open: OpenBytes,
  readerOf: (name: string) => PartReader | undefined,
): AsyncGenerator<void> {
  const { unzip, assertIntact, assertComplete } = openUnzip(readerOf)
  for await (const bytes of open()) {
    guard(() => unzip.push(bytes))
    assertIntact()
    yield
  }
  guard(() => unzip.push(new Uint8Array(), true))
  assertIntact()
  assertComplete()
}

/** Whatever a damaged file makes fail is the damaged file. */
function guard(unpack: () => void): void {
  try {
    unpack()
  } catch (error) {
    throw error instanceof ReadError ? error : brokenFile(error)
  }
}

function openUnzip(readerOf: (name: string) => PartReader | undefined) {
  let unpackedBytes = 0
  let openParts = 0
  let failure: unknown
  const unzip = new Unzip((file) => {
    const reader = readerOf(file.name)
    if (!reader) return
    openParts += 1
    file.ondata = (error, bytes, isLast) => {
      failure ??= error ?? undefined
      if (failure !== undefined) return
      unpackedBytes += bytes.length
      if (unpackedBytes > maxUnpackedBytes) throw tooLarge()
      reader.write(bytes)
      if (!isLast) return
      reader.end()
      openParts -= 1
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  return {
    unzip,
    assertIntact(): void {
      if (failure !== undefined) throw failure instanceof ReadError ? failure : brokenFile(failure)
    },
    /** The rows of a file that was cut off must not count as all of its rows. */
    assertComplete(): void {
      if (openParts > 0) throw brokenFile(undefined)
    },
  }
}

const tooLarge = () =>
  new ReadError('too-large', 'The file is far too large when unpacked. Save it as CSV.')

const brokenFile = (cause: unknown) =>
  new ReadError('broken-file', 'The file is damaged or incomplete.', { cause })
