import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { checkOcrModels } from '@recto/document-reader/ocr/check-models'
import { openReader } from '@recto/document-reader/open-reader'
import { ReadError } from '@recto/document-text/read-error'
import type { Reader } from '@recto/document-text/reader'
import { watchDocuments } from '@recto/extraction/watch-documents'
import { StartupError } from '../../platform/app-error.ts'
import type { Config } from '../../platform/config/config.ts'
import { describeFailure } from '../../platform/describe-failure.ts'

/**
 * Opens the document reader. Custom models and certificates are checked at startup, before the
 * first document needs them.
 */
export async function openDocumentReader({
  ocrModels,
  readsAttachments,
  trustedCertificates: path,
}: Pick<Config, 'ocrModels' | 'readsAttachments' | 'trustedCertificates'>): Promise<Reader> {
  if (ocrModels !== undefined) await checkOcrModels(ocrModels).catch(rejectModels)
  const trustedCertificates = path === undefined ? undefined : await readCertificates(path)
  return openReader({
    ocrModels,
    readsContainedFiles: readsAttachments,
    trustedCertificates,
    watchDocuments,
  })
}

function rejectModels(error: unknown): never {
  if (!(error instanceof ReadError)) throw error
  throw new StartupError(`RECTO_OCR_MODELS: ${error.message}`, { cause: error })
}

const maxBytes = 10_000_000

/** Reads PEM certificates and parses each of them. */
async function readCertificates(path: string): Promise<string> {
  try {
    const bytes = await readFile(path)
    if (bytes.length > maxBytes) throw new Error(`it is larger than ${maxBytes} bytes`)
    const blocks = bytes
      .toString('latin1')
      .split('-----END CERTIFICATE-----')
      .slice(0, -1)
      .map((block) => `${block.slice(block.lastIndexOf('-----BEGIN'))}-----END CERTIFICATE-----`)
    if (blocks.length === 0) throw new Error('it does not contain a PEM certificate')
    return blocks.map((block) => new X509Certificate(block).toString()).join('')
  } catch (error) {
    const reason = `RECTO_TRUSTED_CERTIFICATES: ${path} cannot be used: ${describeFailure(error)}`
    throw new StartupError(reason, { cause: error })
  }
}
