/** Generated samples for measurements without real documents. */
import sharp from 'sharp'
import { openRealisticKinds } from '../realistic-documents/realistic-documents.ts'
import { photographSlip } from '../samples/scans.ts'
import type { Receipt, Sample } from './samples.ts'

/** Makes the PDFs of the realistic documents: embedded fonts, logos, payment codes, one to four pages. */
export async function makeInvoices(): Promise<Sample[]> {
  const kinds = await openRealisticKinds()
  return Promise.all(
    kinds
      .filter(({ extension }) => extension === 'pdf')
      .map(async ({ name, write }) => ({ name: `${name}.pdf`, bytes: await write('1000001') })),
  )
}

export function makeReceipts(): Promise<Receipt[]> {
  return Promise.all([1, 2, 3].map(makeReceipt))
}

/** Makes a photograph of a slip on a dark table. */
async function makeReceipt(number: number): Promise<Receipt> {
  const company = `CORNER SHOP NO. ${number}`
  const date = `0${number}/03/2026`
  const total = `${number}7.35`
  const address = '12 HIGH STREET'
  const items = [
    ['BREAD', '2.10'],
    ['MILK 1 L', '1.25'],
    ['COFFEE BEANS', '9.90'],
    ['APPLES 1.2 KG', '4.10'],
  ] as const
  const lines = [
    [company, ''],
    [address, ''],
    [`DATE: ${date}`, ''],
    ...items,
    ['TOTAL EUR', total],
  ] as const
  const { pixels, width, height } = await photographSlip(lines, { dpi: 150, noise: 10 + number })
  const image = sharp(pixels, { raw: { width, height, channels: 1 } })
  return {
    name: `made-${number}.jpg`,
    bytes: await image.jpeg({ quality: 70 }).toBuffer(),
    text: lines.map((parts) => parts.join(' ').trim()).join('\n'),
    total,
    date,
    company,
    address,
  }
}
