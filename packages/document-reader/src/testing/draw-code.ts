import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { prepareZXingModule, type WriterOptions, writeBarcode } from 'zxing-wasm/writer'
import type { WrittenInvoice } from './write-invoice.ts'

let module: Promise<unknown> | undefined

export type CodeFormat = NonNullable<WriterOptions['format']>

/** A bar or QR code as a picture (PNG), by ZXing. */
export async function drawCode(
  text: string,
  format: CodeFormat = 'QRCode',
  options: Pick<WriterOptions, 'options'> = {},
): Promise<Uint8Array> {
  module ??= loadWriter()
  await module
  const { image, error } = await writeBarcode(text, { format, scale: 6, ...options })
  if (!image) throw new Error(`The code was not drawn: ${error}`)
  return new Uint8Array(await image.arrayBuffer())
}

/** The squares of a code without its margin. */
export type CodeModules = {
  readonly size: number
  readonly isDark: (column: number, row: number) => boolean
}

/** A QR code as squares, to be drawn in any way. */
export async function encodeQr(text: string): Promise<CodeModules> {
  module ??= loadWriter()
  await module
  const { symbol, error } = await writeBarcode(text, { format: 'QRCode', scale: 1 })
  if (error) throw new Error(`The code was not drawn: ${error}`)
  const { width, data } = symbol
  return { size: width, isDark: (column, row) => data[row * width + column] === 0 }
}

async function loadWriter(): Promise<void> {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')
  const { buffer } = new Uint8Array(await readFile(path))
  await prepareZXingModule({ overrides: { wasmBinary: buffer }, fireImmediately: true })
}

type Payment = Pick<WrittenInvoice, 'bic' | 'seller' | 'iban' | 'total' | 'reference'>

/** The text of an EPC code that pays the invoice. */
export const epcOf = (invoice: Payment): string =>
  [
    'BCD',
    '002',
    '1',
    'SCT',
    invoice.bic,
    invoice.seller,
    invoice.iban,
    `EUR${invoice.total}`,
    '',
    '',
    invoice.reference,
    '',
  ].join('\n')

export type SwissParts = {
  readonly iban?: string
  readonly kind?: string
  readonly reference?: string
}

/** The text of a Swiss QR bill that pays the invoice. */
export const swissOf = (
  invoice: WrittenInvoice,
  {
    iban = 'CH4431999123000889012',
    kind = 'QRR',
    reference = '210000000003139471430009017',
  }: SwissParts = {},
): string =>
  [
    'SPC',
    '0200',
    '1',
    iban,
    'S',
    invoice.seller,
    'Rue du Lac',
    '1268',
    '2501',
    'Biel',
    'CH',
    '',
    '',
    '',
    '',
    '',
    '',
    '',
    invoice.total,
    'CHF',
    'S',
    invoice.buyer,
    'Marktgasse',
    '28',
    '9400',
    'Rorschach',
    'CH',
    kind,
    reference,
    `Bill ${invoice.number}`,
    'EPD',
    '',
  ].join('\n')
