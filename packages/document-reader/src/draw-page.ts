import { nameOf } from '@recto/document-text/read-error'
import type { DrawOptions, PageDrawing } from '@recto/document-text/reader'
import { omitUndefined } from '@recto/omit-undefined'
import sharp from 'sharp'
import { checkInput } from './detect/check-input.ts'
import { documentKind } from './detect/document-kind.ts'
import type { DetectedFile } from './detect/file-type.ts'
import type { Engines } from './engines.ts'
import { unpackPage } from './pages/packed-page.ts'
import { withoutHidden } from './pages/without-hidden.ts'
import { planDocument } from './plan-document.ts'
import { settleOptions } from './read-request.ts'

const maxWidth = 3000

/** A picture of one page. Throws `ReadError`, and `RangeError` for a page that does not exist and a width that is none. */
export async function drawPage(
  engines: Engines,
  bytes: Uint8Array,
  options: DrawOptions,
): Promise<PageDrawing> {
  const { name, page } = options
  if (!Number.isInteger(page) || page < 0) throw noSuchPage(options)
  if (!(options.width > 0))
    throw new RangeError(`A page cannot be drawn ${options.width} pixels wide.`)
  const file = checkInput({ bytes, maxBytes: engines.maxBytes, name })
  const width = Math.max(1, Math.min(maxWidth, Math.round(options.width)))
  const drawing = await (documentKind(file.type.type) === 'set'
    ? drawSetPage(engines, file, { ...options, width })
    : drawFilePage(engines, file, { ...options, width }))
  return options.maxSide === undefined ? drawing : toJpeg(drawing, options.maxSide)
}

/** No drawing is larger, so no other picture is decoded. */
const maxDrawnPixels = 40_000_000
/** Small letters stay sharp, and a scan of a page is below a megabyte. */
const jpegQuality = 85

/** The library works in threads of its own. */
async function toJpeg({ bytes }: PageDrawing, maxSide: number): Promise<PageDrawing> {
  const { data, info } = await sharp(bytes, { limitInputPixels: maxDrawnPixels })
    .flatten({ background: 'white' })
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: jpegQuality })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return { bytes: data, mimeType: 'image/jpeg', width, height }
}

/** Draws a page of a file that has pages of its own. */
async function drawFilePage(
  engines: Engines,
  file: DetectedFile,
  options: DrawOptions,
): Promise<PageDrawing> {
  const { pdf, converter } = engines
  const { page, width, password, signal } = options
  const kind = documentKind(file.type.type)
  if (kind === 'image') return drawFrame(engines, file, options)
  const bytes = kind === 'old-office' ? await converter.toPdf(file, signal) : file.bytes
  const pdfFile = { bytes, name: file.name, password }
  return orNoSuchPage(await pdf.run('draw', pdfFile, { page, width }, signal), options)
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
  const { page, width, name, signal } = options
  const { parts } = await planDocument(engines, file, {
    ...settleOptions({ name, signal }),
    lastPage: page,
  })
  const part = parts.findLast(({ firstPage }) => firstPage <= page)
  const packedPage = part?.pages?.[page - part.firstPage]
  if (packedPage) {
    const shownPage = withoutHidden(unpackPage(packedPage), undefined)
    return engines.converter.drawTextPage(shownPage, width)
  }
  if (!part || part.pages || page >= part.firstPage + part.sizes.length) throw noSuchPage(options)
  const partOptions = { page: page - part.firstPage, width, ...omitUndefined({ signal }) }
  return drawFilePage(engines, part.file, partOptions)
}

function orNoSuchPage(drawing: PageDrawing | undefined, options: DrawOptions): PageDrawing {
  if (drawing) return drawing
  throw noSuchPage(options)
}

function noSuchPage({ name, page }: DrawOptions): RangeError {
  return new RangeError(`${nameOf(name)} has no page number ${page}, counted from 0.`)
}
