import { nameOfPhrase, phrasesOf } from './phrases.ts'

/** What the columns of lists hold, in several languages. */
const written = {
  position: 'pos|position|line|row|item no|item number|sr no|s no|lfd nr|nr|no|#',
  code: 'code|sku|article no|artikelnummer|artikelnr|artikel nr|product code|item code|part no|reference|ref|barcode|ean|referentie|référence',
  description:
    'description|item|items|item description|product|product name|article|name|service|services|details|particulars|text|activity|work|beschreibung|bezeichnung|artikel|artikelbezeichnung|leistung|omschrijving|product omschrijving|désignation|designation|description produit|libellé|libelle|descripción|concepto|descripcion|articulo|descrizione|prodotto|descrição|descricao',
  quantity:
    'quantity|qty|units|count|pieces|pcs|hours|hrs|menge|anzahl|stück|stunden|aantal|nombre|quantité|qté|qte|cantidad|cant|unidades|quantità|quantita|qta|quantidade',
  unit: 'unit|uom|unit of measure|einheit|me|eenheid|unité|unidad|unità',
  price:
    'price|unit price|unit cost|rate|price per unit|price each|cost|preis|einzelpreis|vk preis|stückpreis|e preis|prijs|prijs per stuk|stukprijs|eenheidsprijs|prix|prix unitaire|p u|pu ht|p u ht|precio|precio unitario|prezzo|prezzo unitario|preço|preco unitario',
  discount: 'discount|disc|disc %|rabatt|rabatt %|korting|remise|descuento|sconto|desconto',
  tax: 'tax|taxes|vat|vat %|tax %|tax rate|gst|mwst|mwst %|ust|ust %|btw|btw %|tva|tva %|iva|iva %',
  amount:
    'amount|total|line total|line amount|sum|net amount|total price|price total|subtotal|sub total|betrag|gesamt|gesamtpreis|summe|zeilenbetrag|netto|bedrag|totaal|prijs incl btw|montant|montant ht|total ht|importe|importo|totale|valor|total linha',
  date: 'date|day|booking date|posting date|value date|datum|buchungstag|valuta|wertstellung|fecha|data|date valeur',
  debit: 'debit|withdrawal|withdrawals|paid out|money out|soll|débit|debe|af|dare',
  credit: 'credit|deposit|deposits|paid in|money in|haben|crédit|haber|bij|avere',
  balance: 'balance|running balance|saldo|kontostand|solde',
} as const

export type ColumnKind = keyof typeof written

const kinds: ReadonlyMap<string, ColumnKind> = new Map(
  Object.entries(written).flatMap(([kind, phrases]) =>
    phrasesOf(phrases).map((phrase) => [nameOfPhrase(phrase), kind as ColumnKind] as const),
  ),
)

/** What a heading of such words stands over. */
export function columnKindOf(phrase: readonly string[]): ColumnKind | undefined {
  return kinds.get(nameOfPhrase(phrase))
}
