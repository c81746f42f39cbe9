import { expect, test } from 'vitest'
import { guessLanguage } from './guess-language.ts'

test.each(['', 'Total 12.00', 'MR D.I.Y. SDN BHD LOT 1851-A JALAN KPB 6', 'de la de la'])(
  'of “%s” no language is guessed',
  (text) => {
    expect(guessLanguage(text)).toBeUndefined()
  },
)

test.each([
  ['eng', 'Please find the invoice for the goods that were delivered to you in May, as agreed.'],
  [
    'deu',
    'Wir bitten Sie, den Betrag auf das Konto der Firma zu überweisen, und danken für die Bestellung.',
  ],
  [
    'fra',
    'Nous vous remercions de votre commande et vous prions de regler la facture dans les delais.',
  ],
  [
    'spa',
    'El importe de la factura se pagará por transferencia a la cuenta de los proveedores con el número.',
  ],
  [
    'ita',
    'Il pagamento della fattura si effettua con bonifico per il conto che è indicato nella lettera.',
  ],
  [
    'por',
    'O valor da fatura não inclui os impostos e deve ser pago pelo cliente até ao fim do mês, por favor.',
  ],
  [
    'nld',
    'Wij verzoeken u het bedrag van de factuur op onze rekening te storten, en niet op die van het filiaal.',
  ],
  [
    'pol',
    'Kwota nie zostala zaplacona w terminie, oraz odsetki sa naliczane od dnia, ktory jest podany na fakturze.',
  ],
  [
    'ces',
    'Faktura je splatná do konce měsíce a platba se provádí na účet, který je uveden na druhé straně.',
  ],
  [
    'swe',
    'Fakturan ska betalas till det konto som är angivet på baksidan, och inte vid leverans av varorna.',
  ],
  [
    'dan',
    'Fakturaen skal betales til den konto, der er angivet på bagsiden, og ikke ved levering af varerne.',
  ],
])('%s is known by its small words', (language, text) => {
  expect(guessLanguage(text)).toBe(language)
  expect(guessLanguage(text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase())).toBe(language)
})
