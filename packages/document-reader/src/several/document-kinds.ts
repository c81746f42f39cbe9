/**
 * Titles of the kinds of documents that people keep together in one file. A document states the numbers of those behind it: an
 * invoice that of its order.
 */
const kinds: Readonly<Record<string, readonly string[]>> = {
  invoice: [
    'invoice',
    'tax invoice',
    'bill',
    'rechnung',
    'facture',
    'factura',
    'fattura',
    'fatura',
    'factuur',
    'faktura',
    'lasku',
    'счет',
    'счёт',
    'számla',
    'fatură',
  ],
  credit: [
    'credit note',
    'gutschrift',
    'avoir',
    'nota de crédito',
    'nota di credito',
    'creditnota',
    'kreditnota',
  ],
  delivery: [
    'delivery note',
    'packing slip',
    'packing list',
    'lieferschein',
    'bon de livraison',
    'albarán',
    'documento di trasporto',
    'pakbon',
    'följesedel',
    'guia de remessa',
  ],
  order: [
    'purchase order',
    'order confirmation',
    'bestellung',
    'auftragsbestätigung',
    'bon de commande',
    'pedido',
    'orden de compra',
    'ordine',
    'bestelling',
    'zamówienie',
  ],
  offer: [
    'quotation',
    'quote',
    'offer',
    'angebot',
    'devis',
    'presupuesto',
    'preventivo',
    'offerte',
    'oferta',
    'orçamento',
  ],
  reminder: [
    'payment reminder',
    'reminder',
    'mahnung',
    'zahlungserinnerung',
    'rappel',
    'recordatorio',
    'sollecito',
  ],
  statement: [
    'account statement',
    'bank statement',
    'statement of account',
    'kontoauszug',
    'relevé de compte',
    'estado de cuenta',
    'estratto conto',
  ],
  receipt: ['receipt', 'quittung', 'beleg', 'reçu', 'recibo', 'ricevuta', 'kvittering', 'kvitto'],
  payslip: [
    'payslip',
    'pay slip',
    'lohnabrechnung',
    'gehaltsabrechnung',
    'bulletin de paie',
    'nómina',
    'busta paga',
  ],
  contract: [
    'contract',
    'agreement',
    'vertrag',
    'mietvertrag',
    'kaufvertrag',
    'arbeitsvertrag',
    'contrat',
    'contrato',
    'contratto',
  ],
  certificate: [
    'certificate',
    'zertifikat',
    'bescheinigung',
    'urkunde',
    'certificat',
    'certificado',
    'certificato',
  ],
}

const kindByTitle = new Map(
  Object.entries(kinds).flatMap(([kind, titles]) => titles.map((title) => [title, kind] as const)),
)

/** The kind that a title names, which may have a number or a date behind it. */
export function findKind(title: string): string | undefined {
  const words = title.toLowerCase().split(' ')
  const end = words.findIndex((word) => /[\d#№:]|^n[ro]?\.$/.test(word))
  const name = (end < 0 ? words : words.slice(0, end)).join(' ').replace(/[.,]$/, '')
  return kindByTitle.get(name)
}

const minStem = 6
const order = Object.keys(kinds)

/** The kind whose number a label names: “Rechnungsnummer”, “Invoice No.”. */
export function kindOfLabel(label: string): string | undefined {
  const words = label.split(' ')
  for (const [title, kind] of kindByTitle) {
    const isNamed = title.includes(' ')
      ? label.startsWith(title)
      : words.some(
          (word) => word.startsWith(title) || (title.length >= minStem && word.endsWith(title)),
        )
    if (isNamed) return kind
  }
  return undefined
}

/** The kind of a document that states numbers of several. */
export function firstKind(labelKinds: ReadonlySet<string>): string | undefined {
  return order.find((kind) => labelKinds.has(kind))
}
