export type InvoiceLanguage = 'en' | 'de' | 'fr' | 'nl'

/** Words that an invoice prints beside its values. */
export type Labels = {
  readonly title: string
  readonly number: string
  readonly issuedOn: string
  readonly dueOn: string
  readonly customer: string
  readonly description: string
  readonly quantity: string
  readonly price: string
  readonly amount: string
  readonly net: string
  readonly tax: string
  readonly total: string
  readonly page: string
  readonly pay: string
}

export const labelsOf: Readonly<Record<InvoiceLanguage, Labels>> = {
  en: {
    title: 'INVOICE',
    number: 'Invoice number',
    issuedOn: 'Invoice date',
    dueOn: 'Due date',
    customer: 'Bill to',
    description: 'Description',
    quantity: 'Quantity',
    price: 'Unit price',
    amount: 'Amount',
    net: 'Subtotal',
    tax: 'VAT',
    total: 'Total amount',
    page: 'Page',
    pay: 'Please pay by bank transfer',
  },
  de: {
    title: 'RECHNUNG',
    number: 'Rechnungsnummer',
    issuedOn: 'Rechnungsdatum',
    dueOn: 'Fällig am',
    customer: 'Rechnungsempfänger',
    description: 'Bezeichnung',
    quantity: 'Menge',
    price: 'Einzelpreis',
    amount: 'Betrag',
    net: 'Nettobetrag',
    tax: 'MwSt.',
    total: 'Gesamtbetrag',
    page: 'Seite',
    pay: 'Bitte überweisen Sie den Betrag',
  },
  fr: {
    title: 'FACTURE',
    number: 'Numéro de facture',
    issuedOn: 'Date de facture',
    dueOn: 'Échéance',
    customer: 'Facturé à',
    description: 'Désignation',
    quantity: 'Quantité',
    price: 'Prix unitaire',
    amount: 'Montant',
    net: 'Total HT',
    tax: 'TVA',
    total: 'Total TTC',
    page: 'Page',
    pay: 'Merci de régler par virement',
  },
  nl: {
    title: 'FACTUUR',
    number: 'Factuurnummer',
    issuedOn: 'Factuurdatum',
    dueOn: 'Vervaldatum',
    customer: 'Factuur aan',
    description: 'Omschrijving',
    quantity: 'Aantal',
    price: 'Prijs',
    amount: 'Bedrag',
    net: 'Subtotaal',
    tax: 'BTW',
    total: 'Totaalbedrag',
    page: 'Pagina',
    pay: 'Graag betalen per overschrijving',
  },
}
