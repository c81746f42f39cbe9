import { isListType, type Question } from '@recto/provider-spec/answer'
import {
  foldedWords,
  ignoredWords,
  imperativeWords,
  titleWords,
} from '../built-in/question-words.ts'
import { splitColumnNames } from '../built-in/rows/list-request.ts'
import { type ColumnKind, findColumnKind } from '../labels/column-kinds.ts'
import { toPhrase, toPhraseKey, toQuestionPhrase } from '../labels/phrases.ts'
import { keyToWords } from '../values/fold.ts'

/** Requested column, with the business term of a line that it means. */
export type LineColumn = { readonly name: string; readonly term: string }

const article = 'BT-153'
const amount = 'BT-131'
const taxRate = 'BT-152'
const description = 'BT-154'

/** Column names of invoice lines, by business term. */
const phrasesByTerm: Readonly<Record<string, string>> = {
  'BT-126': 'position|pos|line|line number|line no|line id|position number|position no|zeile|ligne',
  [article]:
    'item|item name|product|product name|article|article name|name|goods|service|artikel|artikelbezeichnung|bezeichnung|produkt|article designation|designation|articulo|producto|articolo|prodotto|omschrijving|produto|towar',
  [description]:
    'description|item description|product description|article description|beschreibung|descripcion|descrizione|descricao|opis',
  'BT-155':
    'item code|article number|article no|article code|product code|product number|product no|sku|part number|seller item id|artikelnummer|artikel nr|art nr|code article|codigo|codice|artikelcode',
  'BT-157': 'gtin|ean|ean code|ean number|standard item id',
  'BT-129':
    'quantity|qty|menge|anzahl|stuckzahl|quantite|cantidad|quantita|aantal|hoeveelheid|quantidade|ilosc',
  'BT-130': 'unit|unit code|uom|unit of measure|einheit|unite|unidad|unita|eenheid|jednostka',
  'BT-146':
    'unit price|price|price per unit|net unit price|net price|item price|einzelpreis|stuckpreis|preis|prix unitaire|prix|precio unitario|precio|prezzo unitario|prezzo|stukprijs|prijs|preco unitario|cena jednostkowa',
  'BT-149':
    'price base|base quantity|price base quantity|preiseinheit|preisbasis|basismenge|quantite de base|base de prix|prijseenheid',
  [amount]:
    'net amount|line net amount|line total|line amount|amount|total|total price|item total|net total|line net total|betrag|gesamtpreis|gesamtbetrag|nettobetrag|gesamt|montant|montant ht|total ht|importe|importo|bedrag|totaal|valor|kwota',
  [taxRate]:
    'tax rate|vat rate|tax percent|vat percent|tax percentage|vat percentage|rate of tax|steuersatz|mwst satz|ust satz|taux tva|taux de tva|tipo iva|aliquota iva|btw tarief',
}

const termByPhrase: ReadonlyMap<string, string> = new Map(
  Object.entries(phrasesByTerm).flatMap(([term, phrases]) =>
    phrases.split('|').map((phrase) => [toPhraseKey(toPhrase(phrase)), term] as const),
  ),
)

/** Names of taxes; followed by a percent sign they mean the tax rate. */
const taxes = new Set('tax vat mwst ust tva iva btw'.split(' '))

/**
 * Returns the column name as it is written and split as a key: `MwSt` is one word, and `unitPrice`
 * two.
 */
const toPhrases = (column: string) => [
  toPhrase(column.replaceAll('_', ' ')),
  toPhrase(keyToWords(column)),
]

function findTerm(column: string): string | undefined {
  const phrases = toPhrases(column)
  if (column.includes('%'))
    return phrases.some((words) => words.every((word) => taxes.has(word))) ? taxRate : undefined
  return phrases
    .map((phrase) => termByPhrase.get(toPhraseKey(phrase)) ?? findTermOfKind(phrase))
    .find((term) => term !== undefined)
}

const termByKind: Readonly<Partial<Record<ColumnKind, string>>> = {
  position: 'BT-126',
  code: 'BT-155',
  description,
  quantity: 'BT-129',
  unit: 'BT-130',
  price: 'BT-146',
  amount,
}

function findTermOfKind(phrase: readonly string[]): string | undefined {
  const kind = findColumnKind(phrase)
  return kind && termByKind[kind]
}

/** Words that ask for all lines of an invoice and for nothing else. */
const neutralWords: ReadonlySet<string> = new Set([
  ...`a the of all each every from this that for with and or to in as their its it please extract get list give return
   read find show table tables row rows line lines item items position positions product products service services
   column columns header headers field fields following include including invoice bill document credit note factur x
   json array object objects record records number key keys name named entries entry details detail goods sold billed
   invoiced charged purchased ordered itemised itemized breakdown individual separate single one per s complete full
   alle allen jede jeder jedes einzelnen samtliche liste tabelle rechnung rechnungspositionen positionen posten zeilen
   artikel leistungen waren jeweils sowie samt inklusive toutes tous chaque lignes articles produits facture tableau
   prestations leurs leur ainsi que todas todos cada lineas linea articulos productos factura tabla con sus tutte
   tutti ogni righe riga articoli prodotti fattura tabella con alle regels artikelen producten factuur tabel met
   bought auflisten auflistung aufstellung postenliste berechnet berechneten abgerechnet gekauft gekauften factures
   facturees elenco elencare lista listado liste fatturati fatturate facturados facturadas gefactureerde lijst
   degli dei delle dello conceptos concepto facturan cuantas servicios elementos many did do cost costs quantities amounts rows`.split(
    /\s+/,
  ),
  ...ignoredWords,
  ...imperativeWords,
  ...titleWords,
  ...foldedWords('fillers'),
  ...foldedWords('prepositions'),
])

/** Columns of a list whose question names none: those that the lines have. */
const defaultColumns: readonly LineColumn[] = [
  { name: 'description', term: article },
  { name: 'quantity', term: 'BT-129' },
  { name: 'unit', term: 'BT-130' },
  { name: 'unit_price', term: 'BT-146' },
  { name: 'tax_rate', term: taxRate },
  { name: 'line_total', term: amount },
]

/**
 * Returns the columns that a list question asks for, each with its business term. `undefined` when
 * a column has no term, two columns have the same term, or the question asks for anything but all
 * lines. A question that names no columns gets those of the terms that the lines have.
 */
export function findLineColumns(
  question: Question,
  hasTerm: (term: string) => boolean,
): readonly LineColumn[] | undefined {
  const { prompt, list } = question
  if (!isForWholeList(question)) return undefined
  const headers = list?.headers ?? []
  const columns = headers.length > 0 ? toRequestedColumns(prompt, headers) : readColumns(prompt)
  if (!columns) return undefined
  if (columns.length === 0) return getDefaultColumns(question, hasTerm)
  // Rows with only amounts and rates may be tax rows.
  const hasLineColumn = columns.some(({ term }) => term !== amount && term !== taxRate)
  const hasArticle = columns.some(({ term }) => term === article)
  // Most invoices have one text per line, whatever its column is called.
  const resolvedColumns = columns.map(({ name, term }) => ({
    name,
    term: term === description && !hasArticle ? article : term,
  }))
  return hasLineColumn &&
    new Set(resolvedColumns.map(({ term }) => term)).size === resolvedColumns.length
    ? resolvedColumns
    : undefined
}

/** Words for the lines of an invoice; a list without columns must be called by one of them. */
const lineWords = new Set(
  `line lines item items position positions product products service services goods artikel rechnungspositionen
   positionen posten leistungen waren lignes articles produits prestations lineas articulos productos righe articoli
   prodotti regels artikelen producten pozycje itens`.split(/\s+/),
)

function getDefaultColumns(
  { prompt }: Question,
  hasTerm: (term: string) => boolean,
): readonly LineColumn[] | undefined {
  const namesLines = toPhrasesOfQuestion(prompt).some((word) => lineWords.has(word))
  return namesLines ? defaultColumns.filter(({ term }) => hasTerm(term)) : undefined
}

const toPhrasesOfQuestion = (prompt: string) => toQuestionPhrase(prompt.replaceAll('_', ' '))

/** Words for the usual columns; a question can describe configured columns in other words. */
const columnWords: ReadonlySet<string> = new Set(
  [...termByPhrase.keys()].flatMap((phrase) => phrase.split(' ')),
)

/** Creates a test for words of a question that add nothing to its configured columns. */
function isNeutralOrNamed(names: readonly string[]): (word: string) => boolean {
  const nameWords = new Set(
    names.flatMap((name) => [...toQuestionPhrase(name), ...toPhrases(name).flat()]),
  )
  return (word) => nameWords.has(word) || neutralWords.has(word) || columnWords.has(word)
}

function toRequestedColumns(
  prompt: string,
  names: readonly string[],
): readonly LineColumn[] | undefined {
  if (!toPhrasesOfQuestion(prompt).every(isNeutralOrNamed(names))) return undefined
  const columns = names.map(toColumn)
  return columns.every((column) => column !== undefined) ? columns : undefined
}

function toColumn(name: string): LineColumn | undefined {
  const term = findTerm(name)
  return term === undefined ? undefined : { name, term }
}

function isForWholeList({ type, list }: Question): boolean {
  if (!isListType(type)) return false
  // A page limit only reduces cost, and data contains all lines.
  return !list || (list.startPage <= 1 && list.endPage === 0)
}

/**
 * Reads the columns named anywhere in a prompt: `All items with product name, qty and net amount`.
 * `undefined` when a part of the prompt is neither a column nor a request for the lines.
 */
function readColumns(prompt: string): readonly LineColumn[] | undefined {
  const columns: LineColumn[] = []
  for (const [index, part] of splitColumnNames(prompt).entries()) {
    const column = findColumnAtEnd(part, index === 0 && !prompt.trimStart().startsWith(`${part},`))
    if (column) columns.push(column)
    else if (!toPhrasesOfQuestion(part).every((word) => neutralWords.has(word))) return undefined
  }
  return columns
}

/** Maximum number of words in the name of a column. */
const maxColumnWords = 6

/**
 * Finds the longest column name at the end of a part, after words that name no column. The part
 * that introduces the columns names the lines themselves: `Items: name, price`.
 */
function findColumnAtEnd(part: string, isIntroduction: boolean): LineColumn | undefined {
  const words = part.split(/\s+/u)
  const partWords = toPhrasesOfQuestion(part)
  const namesLines =
    partWords.some((word) => lineWords.has(word)) &&
    partWords.every((word) => neutralWords.has(word))
  if (isIntroduction && namesLines) return undefined
  for (let index = Math.max(0, words.length - maxColumnWords); index < words.length; index++) {
    const column = toColumn(words.slice(index).join(' '))
    const beginning = toPhrasesOfQuestion(words.slice(0, index).join(' '))
    if (column && (index === 0 || beginning.every((word) => neutralWords.has(word)))) return column
  }
  return undefined
}
