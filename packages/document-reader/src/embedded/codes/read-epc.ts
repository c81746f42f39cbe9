import type { EmbeddedData, EmbeddedPlace } from '@recto/document-text/embedded'
import { compact, isIban } from '../iban.ts'
import { isAmount, isCreditorReference, paymentData } from './payment-fields.ts'

/** A payment code of the European Payments Council (EPC069-12); `undefined` of any other text. */
export function readEpc(text: string, place: EmbeddedPlace): EmbeddedData | undefined {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim())
  if (lines[0] !== 'BCD' || !/^00[12]$/.test(lines[1] ?? '')) return undefined
  const [
    ,
    ,
    ,
    ,
    bic = '',
    name,
    account = '',
    sum = '',
    purpose,
    structuredReference = '',
    remark,
  ] = lines
  const iban = compact(account)
  const currency = sum.slice(0, 3)
  const amount = sum.slice(3)
  return paymentData(
    { source: 'epc-code', place },
    [
      { name: 'BIC', term: 'BT-86', text: bic },
      { name: 'Name', term: 'BT-59', text: name },
      { name: 'IBAN', term: 'BT-84', text: iban },
      { name: 'Amount', term: 'BT-115', kind: 'number', text: amount },
      { name: 'Currency', term: 'BT-5', text: currency },
      { name: 'Purpose', text: purpose },
      { name: 'Remittance', term: 'BT-83', text: structuredReference || remark },
    ],
    [
      {
        fails: !isIban(iban),
        text: 'The check digits of the IBAN are wrong.',
        terms: ['BT-84'],
      },
      {
        fails: sum !== '' && !(currency === 'EUR' && isAmount(amount)),
        text: `“${sum.slice(0, 30)}” is not a valid amount in euros.`,
        terms: ['BT-115', 'BT-5'],
      },
      {
        fails: /^RF/i.test(structuredReference) && !isCreditorReference(structuredReference),
        text: 'The check digits of the reference are wrong.',
        terms: ['BT-83'],
      },
      {
        fails: bic !== '' && !/^[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?$/.test(bic),
        text: 'The bank identifier is not valid.',
        terms: ['BT-86'],
      },
      { fails: lines[3] !== 'SCT', text: 'The QR code does not contain a credit transfer.' },
    ],
  )
}
