import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { EmbeddedData } from '@recto/document-text/embedded'
import type { Box } from '@recto/document-text/model'
import { prepareZXingModule, type ReadResult, readBarcodes } from 'zxing-wasm/reader'
import type { PageImage, PagePicture } from '../../images/page-image.ts'
import { joinData } from '../join-data.ts'
import { valuesOfCode } from './values-of-code.ts'

/** A picture of a page in which codes are looked for. */
export type CodePicture = PagePicture & {
  /** Zero-based. */
  readonly page: number
}

const maxCodesOfPage = 20

let module: Promise<unknown> | undefined

/** Loads the reader of codes from the installed package, never from a network. */
function loadReader(): Promise<unknown> {
  module ??= (async () => {
    const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
    const { buffer } = new Uint8Array(await readFile(path))
    await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true })
  })()
  return module
}

/** Reads the bar and QR codes in the pictures with ZXing. */
export async function readCodes(pictures: readonly CodePicture[]): Promise<EmbeddedData> {
  const embedded: EmbeddedData[] = []
  for (const picture of pictures) {
    await loadReader()
    const codes = await readBarcodes(imageDataOf(picture.image), {
      formats: ['QRCode', 'DataMatrix', 'PDF417', 'Aztec', 'Code128', 'EAN13', 'EAN8', 'ITF14'],
      maxNumberOfSymbols: maxCodesOfPage,
      tryInvert: false,
    })
    embedded.push(...codes.filter(({ isValid }) => isValid).map((code) => said(code, picture)))
  }
  return joinData(embedded)
}

function said(code: ReadResult, { page, ...picture }: CodePicture): EmbeddedData {
  const { format, text, contentType } = code
  const place = { page, box: boxOf(code, picture) }
  return valuesOfCode({ format, text, isGs1: contentType === 'GS1' }, place)
}

function boxOf(
  { position }: ReadResult,
  { pointsPerPixel, corner = [0, 0] }: Omit<CodePicture, 'page'>,
): Box {
  const corners = [position.topLeft, position.topRight, position.bottomLeft, position.bottomRight]
  const xs = corners.map(({ x }) => (x + corner[0]) * pointsPerPixel)
  const ys = corners.map(({ y }) => (y + corner[1]) * pointsPerPixel)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

type Picture = Exclude<Parameters<typeof readBarcodes>[0], Uint8Array | ArrayBuffer | Blob>

/** Converts a picture to four bytes per pixel, as the reader expects. */
function imageDataOf({ width, height, channels, pixels }: PageImage): Picture {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let from = 0, to = 0; to < data.length; from += channels, to += 4) {
    data[to] = pixels[from]!
    data[to + 1] = pixels[channels === 1 ? from : from + 1]!
    data[to + 2] = pixels[channels === 1 ? from : from + 2]!
    data[to + 3] = 255
  }
  return { width, height, data, colorSpace: 'srgb' } as Picture
}
