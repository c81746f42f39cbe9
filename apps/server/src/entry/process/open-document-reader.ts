import { checkOcrModels } from '@recto/document-reader/ocr/check-models'
import { openReader } from '@recto/document-reader/open-reader'
import { ReadError } from '@recto/document-text/read-error'
import type { Reader } from '@recto/document-text/reader'
import type { Config } from '../../platform/config/config.ts'
import { StartRefused } from '../../platform/start-refused.ts'

/** Opens the reader; models of the operator's own are tried before the first document needs them. */
export async function openDocumentReader({
  ocrModels,
}: Pick<Config, 'ocrModels'>): Promise<Reader> {
  if (ocrModels !== undefined) await checkOcrModels(ocrModels).catch(refuse)
  return openReader({ ocrModels })
}

function refuse(error: unknown): never {
  if (!(error instanceof ReadError)) throw error
  throw new StartRefused(`RECTO_OCR_MODELS: ${error.message}`, { cause: error })
}
