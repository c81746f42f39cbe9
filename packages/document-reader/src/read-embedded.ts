import type { EmbeddedData } from '@recto/document-text/embedded'
import type { ReadOptions } from '@recto/document-text/reader'
import { checkInput } from './detect/check-input.ts'
import { documentKind } from './detect/document-kind.ts'
import type { DetectedFile } from './detect/file-type.ts'
import { cacheImageData } from './embedded/cache-image-data.ts'
import type { Engines } from './engines.ts'
import type { FileOptions } from './inspect-document.ts'

const noData: EmbeddedData = { values: [], problems: [] }

/**
 * Returns the machine-readable data of a document. Throws `ReadError` for one that cannot be
 * opened.
 */
export async function readEmbedded(
  engines: Engines,
  bytes: Uint8Array,
  { name, password, signal, cacheScope }: FileOptions & Pick<ReadOptions, 'cacheScope'>,
): Promise<EmbeddedData> {
  const { pdf, converter, maxBytes, trustedCertificates } = engines
  const file = checkInput({ bytes, maxBytes, name })
  switch (documentKind(file.type.type)) {
    case 'pdf':
      return pdf.run(
        'embedded',
        { bytes: file.bytes, name, password },
        { trustedCertificates, cacheScope },
        signal,
      )
    case 'image':
      return readImageOnce(engines, file, { cacheScope, signal })
    case 'set':
      return converter.embedded(file, signal)
    case 'old-office':
      return noData
  }
}

type ImageOptions = {
  readonly cacheScope: string | undefined
  readonly signal: AbortSignal | undefined
}

/** An image that comes again, such as a form that was sent twice, is not opened again. */
async function readImageOnce(
  { converter, imageData }: Engines,
  file: DetectedFile,
  { cacheScope, signal }: ImageOptions,
): Promise<EmbeddedData> {
  const cachedData = cacheImageData(imageData, cacheScope, file.bytes)
  const earlierData = cachedData.get()
  if (earlierData) return earlierData
  const data = await converter.embedded(file, signal)
  cachedData.set(data)
  return data
}
