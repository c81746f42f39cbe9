import { documentKind } from './detect/document-kind.ts'
import type { DetectedFile } from './detect/file-type.ts'
import type { Engines } from './engines.ts'
import type { PageSource } from './pages/page-source.ts'
import { readImagePages } from './read-image-pages.ts'
import { readPdfPages } from './read-pdf-pages.ts'
import type { ReadRequest } from './read-request.ts'

/** The pages of a file that has pages of its own: a PDF, an image or an older office document. Throws `ReadError`. */
export async function* openFileSource(
  engines: Engines,
  file: DetectedFile,
  request: ReadRequest,
): PageSource {
  const { pdf: engine, converter, pixels, maxPages, trustedCertificates } = engines
  const asPdf = { engine, pixels, maxPages, trustedCertificates }
  const kind = documentKind(file.type.type)
  if (kind === 'image') return yield* readImagePages(engines, file, request)
  const bytes = kind === 'old-office' ? await converter.toPdf(file, request.signal) : file.bytes
  return yield* readPdfPages(asPdf, bytes, request)
}
