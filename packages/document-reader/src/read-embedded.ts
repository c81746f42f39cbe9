import type { EmbeddedData } from '@recto/document-text/embedded'
import type { ReadOptions } from '@recto/document-text/reader'
import { checkInput } from './detect/check-input.ts'
import { documentKind } from './detect/document-kind.ts'
import type { Engines } from './engines.ts'
import type { FileOptions } from './inspect-document.ts'

const noData: EmbeddedData = { values: [], problems: [] }

/**
 * Returns the machine-readable data of a document. Throws `ReadError` for one that cannot be
 * opened.
 */
export async function readEmbedded(
  { pdf, converter, maxBytes, trustedCertificates }: Engines,
  bytes: Uint8Array,
  { name, password, signal, cacheScope }: FileOptions & Pick<ReadOptions, 'cacheScope'>,
): Promise<EmbeddedData> {
  const file = checkInput({ bytes, maxBytes, name })
  switch (documentKind(file.type.type)) {
    case 'pdf':
      return pdf.run(
        'embedded',
        { bytes: file.bytes, name, password },
        { trustedCertificates, cacheScope },
        signal,
      )
    case 'set':
    case 'image':
      return converter.embedded(file, signal)
    case 'old-office':
      return noData
  }
}
