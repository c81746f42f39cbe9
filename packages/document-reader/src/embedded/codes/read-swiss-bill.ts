import type { EmbeddedData, EmbeddedPlace } from '@recto/document-text/embedded'
import { compact, isIban } from '../iban.ts'
import { isAmount, isCreditorReference, paymentData } from './payment-fields.ts'

/** A Swiss QR bill (Swiss Implementation Guidelines QR-bill 2.x); `undefined` of any other text. */
export function readSwissBill(text: string, place: EmbeddedPlace): EmbeddedData | undefined {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim())
  if (lines[0] !== 'SPC' || !/^02\d\d$/.test(lines[1] ?? '')) return undefined
  const line = (index: number) => lines[index] ?? ''
  const iban = compact(line(3))
  const amount = line(18)
  const currency = line(19)
  const kind = line(27)
  const reference = compact(line(28))
  const creditor = readParty(lines, 4)
  const debtor = readParty(lines, 20)
  return paymentData(
    { source: 'swiss-qr-bill', place },
    [
      { name: 'IBAN', term: 'BT-84', text: iban },
      { name: 'Creditor/Name', term: 'BT-59', text: creditor.name },
      { name: 'Creditor/Address', text: creditor.address },
      { name: 'Amount', term: 'BT-115', kind: 'number', text: amount },
      { name: 'Currency', term: 'BT-5', text: currency },
      { name: 'Debtor/Name', term: 'BT-44', text: debtor.name },
      { name: 'Debtor/Address', text: debtor.address },
      { name: 'Reference', term: 'BT-83', text: reference },
      { name: 'UnstructuredMessage', text: line(29) },
      { name: 'BillInformation', text: line(31) },
    ],
    [
      {
        fails: !isIban(iban) || !/^(?:CH|LI)/.test(iban),
        text: 'The IBAN is not a Swiss IBAN, or its check digits are wrong.',
        terms: ['BT-84'],
      },
      {
        fails: amount !== '' && !isAmount(amount),
        text: `“${amount.slice(0, 30)}” is not a valid amount.`,
        terms: ['BT-115'],
      },
      {
        fails: !/^(?:CHF|EUR)$/.test(currency),
        text: 'The currency is neither CHF nor EUR.',
        terms: ['BT-5'],
      },
      {
        fails: !isReference(kind, reference),
        text: 'The check digit of the reference is wrong or missing.',
        terms: ['BT-83'],
      },
      {
        fails: (kind === 'QRR') !== isForQrReference(iban),
        text: 'The IBAN does not match the reference type.',
        terms: ['BT-83', 'BT-84'],
      },
      {
        fails: line(30) !== 'EPD',
        text: 'The QR code is incomplete: the end of the payment data is missing.',
      },
    ],
  )
}

/** Type of address, name, and four lines of the address. */
function readParty(lines: readonly string[], index: number) {
  const [type, name, one = '', two = '', postcode = '', town = '', country = ''] = lines.slice(
    index,
    index + 7,
  )
  const street = `${one} ${type === 'S' ? two : ''}`.trim()
  const place = type === 'S' ? `${postcode} ${town}`.trim() : two
  return { name, address: [street, place, country].filter(Boolean).join(', ') }
}

function isReference(kind: string, reference: string): boolean {
  if (kind === 'NON') return reference === ''
  if (kind === 'SCOR') return isCreditorReference(reference)
  return kind === 'QRR' && /^\d{27}$/.test(reference) && carry(reference) === 0
}

/** Accounts with such a number of their bank take QR references, and no others. */
const isForQrReference = (iban: string): boolean => /^..\d\d3[01]/.test(iban)

const carries = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]

/** Modulo 10, recursive: 0 with the right check digit at the end. */
export function carry(digits: string): number {
  let carriedDigit = 0
  for (const digit of digits) carriedDigit = carries[(carriedDigit + Number(digit)) % 10] ?? 0
  return (10 - carriedDigit) % 10
}
