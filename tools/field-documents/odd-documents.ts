import { table } from './blocks.ts'
import { chanceOf } from './chance.ts'
import { type FieldDocument, layoutsOf, madeDocument } from './make-documents.ts'
import { type AskedField, missingField, phrasesAsked } from './questions.ts'
import { drawSheet, type Sheet } from './sheet.ts'
import { languages, type Words, wordsOf } from './words.ts'

/** Documents on which an extractor had better say nothing than guess. */
export type OddDocument = Pick<FieldDocument, 'name' | 'half' | 'language' | 'asked' | 'draw'> & {
  readonly group: string
}

const ofEach = 20

/** The same each time for a seed. */
export function oddDocuments(seed: number): readonly OddDocument[] {
  return [
    ...varied('in a language that nobody knows', seed, ({ own }) => relabelled(own, enciphered)),
    ...varied('in two languages', seed, ({ own, other }) => inTurns(own, other)),
    ...varied('without labels', seed, ({ own }) => relabelled(own, () => '')),
    ...askedForOthers(seed),
    amounts(),
  ]
}

type Two = { readonly own: Words; readonly other: Words }

function varied(
  group: string,
  seed: number,
  change: (words: Two) => Words,
): readonly (OddDocument & Pick<FieldDocument, 'kind'>)[] {
  const layouts = layoutsOf('open')
  return Array.from({ length: ofEach }, (_, i) => {
    const language = languages[i % languages.length]
    const second = languages[(i + 3) % languages.length]
    const own = wordsOf(language ?? 'en', 'open')
    const words = change({ own, other: wordsOf(second ?? 'de', 'open') })
    const layout = layouts[i % layouts.length]!
    const made = madeDocument(layout, { words, seed: seed * 1000 + i, number: i })
    return { ...made, group, name: `${group}: ${made.name}` }
  })
}

const relabelled = (words: Words, change: (text: string) => string): Words => ({
  ...words,
  label(name, chance) {
    return { text: change(words.label(name, chance).text), isSynonym: true }
  },
})

function inTurns(own: Words, other: Words): Words {
  let turn = 0
  return {
    ...own,
    label: (name, chance) => (turn++ % 2 === 0 ? own : other).label(name, chance),
  }
}

const letters = 'aeioubcdfghjklmnpqrstvwxyz'
const others = 'oiuaeglmzqvbtdpwcfnkhrxsyj'

/** Words that can be spoken and that no language has. */
function enciphered(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '')
  return plain.replace(/[a-z]/gi, (letter) => {
    const other = others[letters.indexOf(letter.toLowerCase())] ?? letter
    return letter === letter.toLowerCase() ? other : other.toUpperCase()
  })
}

/** Fields of other kinds of documents, for asking about values that a document does not contain. */
const strangers: Readonly<Record<FieldDocument['kind'], readonly string[]>> = {
  invoice: ['opening_balance', 'closing_balance', 'statement_number', 'date_of_birth', 'change'],
  receipt: ['opening_balance', 'due_date', 'date_of_birth', 'iban', 'account_holder'],
  statement: ['invoice_number', 'cash', 'change', 'vat_rate', 'date_of_birth'],
  form: ['invoice_number', 'total', 'net', 'due_date', 'opening_balance'],
}

function askedForOthers(seed: number): readonly OddDocument[] {
  const group = 'asked for what another kind of document says'
  return varied(group, seed + 1, ({ own }) => own).map((document) => ({
    ...document,
    asked: strangers[document.kind].map(missingField),
  }))
}

/** 3,000 amounts, and none of them is anything. */
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
  const asked: readonly AskedField[] = phrasesAsked().map(missingField)
  const group = '3,000 amounts'
  return {
    group,
    name: group,
    half: 'open',
    language: 'en',
    asked,
    draw: () => drawSheet([595, 4600], draw),
  }
}
