import type { Inspection } from '@recto/document-text/reader'
import { documentKind } from './detect/document-kind.ts'
import type { DetectedFile } from './detect/file-type.ts'
import type { Engines } from './engines.ts'

/** Points, as displayed. */
export type SizeInPoints = Inspection['sizes'][number]

/** Returns what a file with pages of its own contains: a PDF, an image or an older office document. Throws `ReadError`. */
export async function inspectFile(
  { pdf, converter }: Pick<Engines, 'pdf' | 'converter'>,
  file: DetectedFile,
  signal: AbortSignal | undefined,
  password?: string | undefined,
): Promise<Inspection> {
  const { name } = file
  switch (documentKind(file.type.type)) {
    case 'image':
      return inspectImage(converter, file, signal)
    case 'old-office': {
      const pdfBytes = await converter.toPdf(file, signal)
      return pdf.run('inspect', { bytes: pdfBytes, name }, {}, signal)
    }
    default:
      return pdf.run('inspect', { bytes: file.bytes, name, password }, {}, signal)
  }
}

/** A picture says how large it is meant to be only when it is opened. */
async function inspectImage(
  converter: Engines['converter'],
  file: DetectedFile,
  signal: AbortSignal | undefined,
): Promise<Inspection> {
  const pages = await converter.countFrames(file, signal)
  const sizes: SizeInPoints[] = []
  for (let index = 0; index < pages; index++) {
    sizes.push(await converter.frameSize(file, index, signal))
  }
  return { pages, sizes, attachments: [] }
}
