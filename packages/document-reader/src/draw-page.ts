import { nameOf } from '@recto/document-text/read-error'
import type { DrawOptions, PageDrawing } from '@recto/document-text/reader'
import { checkInput } from './detect/check-input.ts'
import { documentKind } from './detect/document-kind.ts'
import type { DetectedFile } from './detect/file-type.ts'
import type { Engines } from './engines.ts'
import { settleOptions } from './read-request.ts'
import { readSetPages } from './read-set-pages.ts'

const maxWidth = 3000

/** A picture of one page. Throws `ReadError`, and `RangeError` for a page that does not exist and a width that is none. */
export async function drawPage(
  engines: Engines,
  bytes: Uint8Array,
  options: DrawOptions,
): Promise<PageDrawing> {
  const { name, password, signal, page } = options
  const { pdf, converter, maxBytes } = engines
  if (!Number.isInteger(page) || page < 0) throw noSuchPage(options)
  if (!(options.width > 0))
    throw new RangeError(`A page cannot be drawn ${options.width} pixels wide.`)
  const file = checkInput({ bytes, maxBytes, name })
  const width = Math.max(1, Math.min(maxWidth, Math.round(options.width)))
  const draw = (bytes: Uint8Array) =>
    pdf.run('draw', { bytes, name, password }, { page, width }, signal)
  switch (documentKind(file.type.type)) {
    case 'pdf':
      return orNoSuchPage(await draw(file.bytes), options)
    case 'old-office':
      return orNoSuchPage(await draw(await converter.toPdf(file, signal)), options)
    case 'image':
      return drawFrame(engines, file, { ...options, width })
    case 'set':
      return drawSetPage(engines, file, { ...options, width })
  }
}

async function drawFrame(
  { converter }: Engines,
  file: DetectedFile,
  options: DrawOptions,
): Promise<PageDrawing> {
  const { page, width, signal } = options
  const count = await converter.countFrames(file, signal)
  if (page >= count) throw noSuchPage(options)
  return converter.drawFrame(file, { index: page, width }, signal)
}

/** The pages before it have to be set too. */
async function drawSetPage(
  engines: Engines,
  file: DetectedFile,
  options: DrawOptions,
): Promise<PageDrawing> {
  const request = settleOptions({ name: options.name, signal: options.signal })
  for await (const { page } of readSetPages(engines, file, request))
    if (page.number === options.page) return engines.converter.drawTextPage(page, options.width)
  throw noSuchPage(options)
}

function orNoSuchPage(drawing: PageDrawing | undefined, options: DrawOptions): PageDrawing {
  if (drawing) return drawing
  throw noSuchPage(options)
}

function noSuchPage({ name, page }: DrawOptions): RangeError {
  return new RangeError(`${nameOf(name)} has no page number ${page}, counted from 0.`)
}
