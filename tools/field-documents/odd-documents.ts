import { table } from './blocks.ts'
import { chanceOf } from './chance.ts'
import { type FieldDocument, layoutsOf, makeDocument } from './make-documents.ts'
import { type AskedField, missingField, phrasesAsked } from './questions.ts'
import { drawSheet, type Sheet } from './sheet.ts'
import { languages, type Words, wordsOf } from './words.ts'

/** A document on which no answer is better than a guess. */
export type OddDocument = Pick<
  FieldDocument,
  'name' | 'half' | 'language' | 'askedFields' | 'draw'
> & {
  readonly group: string
}

const documentsPerGroup = 20

/** Generates all odd documents; deterministic for a seed. */
export function oddDocuments(seed: number): readonly OddDocument[] {
  return [
    ...makeVariants('in a language that nobody knows', seed, ({ own }) => relabel(own, encipher)),
    ...makeVariants('in two languages', seed, ({ own, second }) => alternateLabels(own, second)),
    ...makeVariants('without labels', seed, ({ own }) => relabel(own, () => '')),
    ...askForeignFields(seed),
    amounts(),
  ]
}

type WordPair = { readonly own: Words; readonly second: Words }

function makeVariants(
  group: string,
  seed: number,
  change: (words: WordPair) => Words,
): readonly (OddDocument & Pick<FieldDocument, 'kind'>)[] {
  const layouts = layoutsOf('open')
  return Array.from({ length: documentsPerGroup }, (_, i) => {
    const language = languages[i % languages.length]
    const second = languages[(i + 3) % languages.length]
    const own = wordsOf(language ?? 'en', 'open')
    const words = change({ own, second: wordsOf(second ?? 'de', 'open') })
    const layout = layouts[i % layouts.length]!
    const document = makeDocument(layout, { words, seed: seed * 1000 + i, number: i })
    return { ...document, group, name: `${group}: ${document.name}` }
  })
}

const relabel = (words: Words, change: (text: string) => string): Words => ({
  ...words,
  label(name, chance) {
    return { text: change(words.label(name, chance).text), isSynonym: true }
  },
})

function alternateLabels(own: Words, second: Words): Words {
  let turn = 0
  return {
    ...own,
    label: (name, chance) => (turn++ % 2 === 0 ? own : second).label(name, chance),
  }
}

const letters = 'aeioubcdfghjklmnpqrstvwxyz'
const substitutes = 'oiuaeglmzqvbtdpwcfnkhrxsyj'

/** Replaces words by pronounceable ones that exist in no language. */
function encipher(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.replace(/[a-z]/gi, (letter) => {
    const substitute = substitutes[letters.indexOf(letter.toLowerCase())] ?? letter
    return letter === letter.toLowerCase() ? substitute : substitute.toUpperCase()
  })
}

/** Fields of other kinds of documents, for asking about values that a document does not contain. */
const foreignFields: Readonly<Record<FieldDocument['kind'], readonly string[]>> = {
  invoice: ['opening_balance', 'closing_balance', 'statement_number', 'date_of_birth', 'change'],
  receipt: ['opening_balance', 'due_date', 'date_of_birth', 'iban', 'account_holder'],
  statement: ['invoice_number', 'cash', 'change', 'vat_rate', 'date_of_birth'],
  form: ['invoice_number', 'total', 'net', 'due_date', 'opening_balance'],
}

function askForeignFields(seed: number): readonly OddDocument[] {
  const group = 'asked for what another kind of document says'
  return makeVariants(group, seed + 1, ({ own }) => own).map((document) => ({
    ...document,
    askedFields: foreignFields[document.kind].map(missingField),
  }))
}

/** Returns a document of 3,000 amounts without any meaning. */
function amounts(): OddDocument {
  const chance = chanceOf(3000)
  const rows = Array.from({ length: 375 }, () =>
    Array.from({ length: 8 }, () => (chance.whole(100, 900_000) / 100).toFixed(2)),
  )
  const draw = (sheet: Sheet) => {
    table(
      sheet,
      { headings: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'], rows },
      { x: 40, y: 40 },
      { width: 515, shares: Array<number>(8).fill(1), words: [], size: 7 },
    )
  }
  const questions: readonly AskedField[] = phrasesAsked().map(missingField)
  const group = '3,000 amounts'
  return {
    group,
    name: group,
    half: 'open',
    language: 'en',
    askedFields: questions,
    draw: () => drawSheet([595, 4600], draw),
  }
}
