import { expect, test } from 'vitest'
import { guessLanguage } from './guess-language.ts'

test.each([
  '',
  'Total 12.00',
  'MR D.I.Y. SDN BHD LOT 1851-A JALAN KPB 6',
  'de la de la',
  'Evening training, warning, planning, agreement, station',
  'Finished, published, attached, established',
  'Finished, published, attached, established, technique, unique, Samsung, Melanie',
  'Published techniques: unique technique, antique, boutique',
  'Samsung: young Samsung, Samsung unsung, Samsung',
  'Melanie, Stephanie, Melanie, Stephanie',
  'Sachet, ratchet, prophet, crochet',
])('of “%s” no language is guessed', (text) => {
  expect(guessLanguage(text)).toBeUndefined()
})

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

test.each([
  [
    'deu',
    'Lieferschein Nr. 20\nPos Bezeichnung Menge Einzelpreis Betrag\nNettobetrag 12,00 EUR\nMwSt. 19 %',
  ],
  [
    'deu',
    'Anmeldung zur Erstattung\nHeizung Oberweisung Eigentum\njahrlich ortsublich ubertragbar',
  ],
  ['deu', 'Kassenbon\nGroBe StraBe 5\n2x Brot 3,00\nSumme 3,00'],
  ['fra', 'FACTURE\nDesignation Quantite Prix unitaire Montant HT\nTVA 20 %\nNet a payer TTC'],
  ['spa', 'FACTURA\nCantidad Descripcion Precio Importe\nBase imponible IVA 21 %'],
  ['ita', 'FATTURA\nDescrizione Quantita Prezzo Importo\nPartita IVA Codice fiscale'],
  ['nld', 'FACTUUR\nOmschrijving Aantal Prijs Bedrag\nBTW 21 % Totaal'],
  ['pol', 'FAKTURA\nNazwa Ilosc Cena Wartosc\nSprzedawca Nabywca NIP'],
  ['ces', 'FAKTURA\nDodavatel Odberatel\nMnozstvi Cena celkem DPH Splatnost'],
  ['swe', 'FAKTURA\nBenamning Antal Pris Belopp\nMoms 25 % Att betala'],
  ['dan', 'FAKTURA\nVare Antal Pris Belob\nForfaldsdato Betaling CVR'],
  ['eng', 'INVOICE\nItem Quantity Unit price Amount\nSubtotal Tax Total due'],
])('the words of a form tell that it is in %s', (language, text) => {
  expect(guessLanguage(text)).toBe(language)
})
