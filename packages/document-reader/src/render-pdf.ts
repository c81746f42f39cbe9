import type { ReadOptions } from '@recto/document-text/reader'
import { checkInput } from './detect/check-input.ts'
import { documentKind } from './detect/document-kind.ts'
import type { DetectedFile } from './detect/file-type.ts'
import type { Engines } from './engines.ts'
import { planDocument } from './plan-document.ts'
import { settleOptions } from './read-request.ts'

/** More are not made a PDF of: all of it is in memory. */
const maxPages = 2000

type RenderPdfOptions = {
  readonly [Name in 'name' | 'password' | 'signal']?: ReadOptions[Name] | undefined
}

/**
 * A document as a PDF that opens without a password: a PDF as it is, or a copy that is not locked, and anything
 * else page for page as it is read. Throws `ReadError`.
 */
export async function renderPdf(
  engines: Engines,
  bytes: Uint8Array,
  { name, password, signal }: RenderPdfOptions,
): Promise<Uint8Array> {
  const { pdf, converter, maxBytes } = engines
  const file = checkInput({ bytes, maxBytes, name })
  switch (documentKind(file.type.type)) {
    case 'pdf':
      if (password === undefined) return file.bytes
      return pdf.run('unlock', { bytes: file.bytes, name, password }, {}, signal)
    case 'old-office':
      return converter.toPdf(file, signal)
    case 'image':
      return converter.render(file, { maxPages, signal })
    case 'set':
      return renderParts(engines, file, { name, signal })
  }
}

/** Renders each part of a document by itself and joins them. */
async function renderParts(
  engines: Engines,
  file: DetectedFile,
  { name, signal }: Pick<RenderPdfOptions, 'name' | 'signal'>,
): Promise<Uint8Array> {
  const { pdf, converter } = engines
  const { parts } = await planDocument(engines, file, settleOptions({ name, signal }))
  const pdfs: Uint8Array[] = []
  for (const part of parts) {
    if (part.file.type.type === 'pdf') pdfs.push(part.file.bytes)
    else pdfs.push(await converter.render(part.file, { maxPages, signal }))
  }
  const [first, ...further] = pdfs
  if (!first || further.length === 0) return first ?? converter.render(file, { maxPages, signal })
  return pdf.run('join', { bytes: first, name }, { further }, signal)
}
