import type { Inspection, ReadOptions } from '@recto/document-text/reader'
import { checkInput } from './detect/check-input.ts'
import { documentKind } from './detect/document-kind.ts'
import type { DetectedFile } from './detect/file-type.ts'
import type { Engines } from './engines.ts'
import { settleOptions } from './read-request.ts'
import { readSetPages } from './read-set-pages.ts'

export type FileOptions = Pick<ReadOptions, 'name' | 'password' | 'signal'>

/** Returns what a document contains without recognizing its text. Throws `ReadError`. */
export async function inspectDocument(
  engines: Engines,
  bytes: Uint8Array,
  options: FileOptions,
): Promise<Inspection> {
  const { name, password, signal } = options
  const { pdf, converter, maxBytes } = engines
  const file = checkInput({ bytes, maxBytes, name })
  switch (documentKind(file.type.type)) {
    case 'pdf':
      return pdf.run('inspect', { bytes: file.bytes, name, password }, {}, signal)
    case 'old-office': {
      const pdfBytes = await converter.toPdf(file, signal)
      return pdf.run('inspect', { bytes: pdfBytes, name }, {}, signal)
    }
    case 'image':
      return inspectImage(engines, file, signal)
    case 'set':
      return inspectSet(engines, file, options)
  }
}

/** A picture says how large it is meant to be only when it is opened. */
async function inspectImage(
  { converter }: Engines,
  file: DetectedFile,
  signal: AbortSignal | undefined,
): Promise<Inspection> {
  const pages = await converter.countFrames(file, signal)
  const sizes: { width: number; height: number }[] = []
  for (let index = 0; index < pages; index++) {
    sizes.push(await converter.frameSize(file, index, signal))
  }
  return { pages, sizes, attachments: [] }
}

/** Page breaks are known only once the text is set. */
async function inspectSet(
  engines: Engines,
  file: DetectedFile,
  options: FileOptions,
): Promise<Inspection> {
  const sizes: { width: number; height: number }[] = []
  const source = readSetPages(engines, file, settleOptions(options))
  for (let next = await source.next(); ; next = await source.next()) {
    if (next.done) return { pages: sizes.length, sizes, attachments: next.value.attachments }
    const { width, height } = next.value.page
    sizes.push({ width, height })
  }
}
