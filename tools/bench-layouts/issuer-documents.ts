import { type Chance, chanceOf } from '../field-documents/chance.ts'
import { formContent } from '../field-documents/content/form.ts'
import { invoiceContent } from '../field-documents/content/invoice.ts'
import { receiptContent } from '../field-documents/content/receipt.ts'
import { statementContent } from '../field-documents/content/statement.ts'
import { addressOf, bareFact, type Fact, type GeneratorContext } from '../field-documents/facts.ts'
import type { Layout } from '../field-documents/layout.ts'
import { drawSheet, type Sheet } from '../field-documents/sheet.ts'
import type { Words } from '../field-documents/words.ts'
import { writingOf } from '../field-documents/writing.ts'

/** Issuer whose documents all look alike; the seed determines its fixed choices. */
export type FormIssuer = {
  readonly name: string
  readonly layout: Layout
  readonly words: Words
  readonly seed: number
  /** Seed of the names, addresses and numbers, when they are not the issuer's own. */
  readonly partySeed?: number
  /** Points by which the layout moves with each document. */
  readonly drift?: number
}

export type IssuedDocument = {
  readonly facts: readonly Fact[]
  readonly draw: () => Promise<Uint8Array>
}

/** Share of bookings that are incoming payments; decided for each booking. */
const incomingBookingShare = 0.35

const fewChoices = 7

/**
 * Separates the choices of the issuer, which are the same in all its documents, from those of each document. The
 * presence of fields, formats and labels (choices among few) belong to the issuer; names (choices among many),
 * digits and numbers to the document.
 */
function chanceFor(
  issuer: number,
  document: number,
  listsPerDocument: ReadonlySet<readonly unknown[]>,
): Chance {
  const documentChance = chanceOf(document)
  const decisions = new Map<string, number>()
  const decide = (name: string): number => {
    const perMille =
      decisions.get(name) ?? chanceOf(issuer + name.length * 7919 + hashOf(name)).whole(0, 999)
    decisions.set(name, perMille)
    return perMille / 1000
  }
  return {
    happens: (share) =>
      share === incomingBookingShare ? documentChance.happens(share) : decide(`${share}`) < share,
    whole: documentChance.whole,
    digits: documentChance.digits,
    pick(from) {
      if (from.length > fewChoices || listsPerDocument.has(from)) return documentChance.pick(from)
      return (
        from[Math.floor(decide(`of ${from.length}`) * from.length)] ?? documentChance.pick(from)
      )
    },
  }
}

const hashOf = (text: string) =>
  [...text].reduce((sum, one) => sum * 31 + one.charCodeAt(0), 7) % 100_003

/** Lists from which each document takes other words. */
const variedListNames = 'companies legal streets cities first last shops items'.split(' ')

const labelNames =
  'invoice_number date due_date order_number order_date customer_number delivery_date delivery_note phone fax email website vat_id company_number iban account_number bic payment_method bill_to ship_to net tax total paid balance_due shipping receipt_number cashier cash change item_count account_holder statement_number statement_date period period_start period_end opening_balance closing_balance credits debits full_name date_of_birth street postcode city reference_number signed'.split(
    ' ',
  )

function contextFor({ words, seed }: FormIssuer, document: number): GeneratorContext {
  const listsPerDocument = new Set(variedListNames.map((name) => words.list(name)))
  const chance = chanceFor(seed, document, listsPerDocument)
  const labels = new Map<string, ReturnType<Words['label']>>()
  const own = chanceOf(seed + 17)
  const constant: Words = {
    ...words,
    label(name) {
      const ownLabel = labels.get(name) ?? words.label(name, own)
      labels.set(name, ownLabel)
      return ownLabel
    },
  }
  // Labels are drawn in the same order for each document of an issuer.
  for (const name of labelNames) tryLabel(constant, name)
  return { words: constant, chance, writing: writingOf(constant, chanceOf(seed + 29)) }
}

function tryLabel(words: Words, name: string): void {
  try {
    words.label(name, chanceOf(1))
  } catch {
    // Not every language has every word; drawing a document that needs it throws.
  }
}

/** Generates the n-th document of an issuer. */
export function issuedDocument(issuer: FormIssuer, number: number): IssuedDocument {
  const options = contextFor(issuer, issuer.seed * 1000 + number)
  const { facts, drawOn } = drawContent(issuer, options, number)
  const drawDrifted = (sheet: Sheet) => drawOn(driftSheet(sheet, (issuer.drift ?? 0) * number))
  return { facts, draw: () => drawSheet(issuer.layout.size, drawDrifted) }
}

/** Moves the right half of the page to the left, and everything below its head down. */
function driftSheet(sheet: Sheet, distance: number): Sheet {
  if (distance === 0) return sheet
  return {
    ...sheet,
    text(text, x, y, ink) {
      const offsetX = x > sheet.width / 2 ? distance : 0
      const offsetY = y > sheet.height / 4 ? distance : 0
      sheet.text(text, x - offsetX, y + offsetY, ink)
    },
  }
}

type IssuedContent = { readonly facts: readonly Fact[]; readonly drawOn: (sheet: Sheet) => void }

/** Takes the issuer's own data from its template, whose choices are the same for each document. */
function drawContent(issuer: FormIssuer, options: GeneratorContext, number: number): IssuedContent {
  const { layout } = issuer
  const template = contextFor(issuer, issuer.partySeed ?? issuer.seed * 1000)
  if (layout.kind === 'invoice') {
    const content = invoiceContent(options)
    const { seller, contact, bank, billTo, title } = invoiceContent(template)
    const drops = number % 4 === 3
    const { delivery, ...rest } = { ...content, seller, contact, bank, billTo, title }
    const visibleContent = delivery && !drops ? { ...rest, delivery } : rest
    const own = [
      bareFact('seller_name', seller.name),
      bareFact('seller_address', addressOf(seller)),
    ]
    return {
      facts: mergeFacts(content.facts, [...own, ...factsIn(contact), ...factsIn(bank)]),
      drawOn: (sheet) => layout.draw(sheet, visibleContent),
    }
  }
  if (layout.kind === 'receipt') {
    const content = receiptContent(options)
    const { shop, contact, title } = receiptContent(template)
    const own = [bareFact('seller_name', shop.name), bareFact('seller_address', addressOf(shop))]
    return {
      facts: mergeFacts(content.facts, [...own, ...factsIn(contact)]),
      drawOn: (sheet) => layout.draw(sheet, { ...content, shop, contact, title }),
    }
  }
  if (layout.kind === 'statement') {
    const content = statementContent(options)
    const { bank, bankContact, title } = statementContent(template)
    return {
      facts: mergeFacts(content.facts, [bareFact('bank_name', bank)]),
      drawOn: (sheet) => layout.draw(sheet, { ...content, bank, bankContact, title }),
    }
  }
  const content = formContent(options)
  const { issuer: office, title } = formContent(template)
  return {
    facts: content.facts,
    drawOn: (sheet) => layout.draw(sheet, { ...content, issuer: office, title }),
  }
}

const factsIn = (pairs: readonly object[]): readonly Fact[] =>
  pairs.filter((pair): pair is Fact => 'field' in pair)

const mergeFacts = (facts: readonly Fact[], own: readonly Fact[]): readonly Fact[] => {
  const fields = new Set(own.map(({ field }) => field))
  return [...facts.filter(({ field }) => !fields.has(field)), ...own]
}
