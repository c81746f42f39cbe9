import type { MixedSentences } from './mixed-sentences.ts'

/** A document in two scripts, made of a seed, and what of it must be read in one piece. */
export type MixedDocument = MixedSentences & {
  /** Runs of Latin words, numbers, dates and account numbers, each in the order of its groups. */
  readonly runs: readonly string[]
  /** Hebrew or Arabic words. */
  readonly words: readonly string[]
}

const vocabularies = {
  Hebrew:
    'שלום חשבונית הזמנה לקוח תשלום משלוח מחיר כולל סניף ירושלים הנהלה ראשית חברה בנק תאריך כמות פריט שולחן כיסאות מנורה אישור הסכם',
  Arabic:
    'السلام فاتورة طلب عميل دفع شحن سعر شامل فرع القاهرة الإدارة الرئيسية شركة بنك تاريخ كمية صنف طاولة كراسي مصباح موافقة عقد',
  Latin:
    'payment order thank you for your chairs Berlin office delivery within days after receipt goods Müller Recto Limited please call customer service before invoice number of the',
}

type Part = { readonly text: string; readonly kind: 'run' | 'words' }

/** A repeatable pseudo-random number from 0 to 1. */
function openRandom(seed: number): () => number {
  let state = Math.imul(seed, 2_654_435_761) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The same document for the same seed; odd seeds are mostly Hebrew or Arabic, even ones mostly Latin. */
export function mixDocument(seed: number): MixedDocument {
  const random = openRandom(seed)
  const randomBelow = (limit: number) => Math.floor(random() * limit)
  const pick = (items: readonly string[]) => items[randomBelow(items.length)]!
  const digits = (count: number) => Array.from({ length: count }, () => randomBelow(10)).join('')
  const base = seed % 2 === 1 ? 'rtl' : 'ltr'
  const script = seed % 4 < 2 ? 'Hebrew' : 'Arabic'
  const wordsOf = (name: keyof typeof vocabularies, count: number) =>
    Array.from({ length: count }, () => pick(vocabularies[name].split(' '))).join(' ')

  const own = (): Part => ({ text: wordsOf(script, 1 + randomBelow(5)), kind: 'words' })
  const makers: readonly (() => string)[] = [
    () =>
      `${wordsOf('Latin', 2 + randomBelow(4))} ${1 + randomBelow(90)} ${wordsOf('Latin', 1 + randomBelow(2))}`,
    () => wordsOf('Latin', 2 + randomBelow(5)),
    () => `IBAN IL${digits(2)} ${digits(4)} ${digits(4)} ${digits(4)} ${digits(4)} ${digits(3)}`,
    () => `DE${digits(2)} ${digits(4)} ${digits(4)} ${digits(4)} ${digits(4)} ${digits(2)}`,
    () => `${1 + randomBelow(9)},${digits(3)}.${digits(2)}`,
    () => `${10 + randomBelow(18)}/${10 + randomBelow(3)}/20${10 + randomBelow(20)}`,
    () => `0${randomBelow(9)}-${digits(7)}`,
    () => `${pick(['dana', 'olga', 'info'])}@${pick(['example', 'recto'])}.com`,
    () => `${digits(4)} ${digits(4)} ${digits(4)}`,
    () => `INV-20${digits(2)}-${digits(4)}`,
  ]
  const run = (): Part => ({ text: makers[randomBelow(makers.length)]!(), kind: 'run' })
  const shapes: readonly (() => readonly Part[])[] = [
    () => [own(), run()],
    () => [own(), run(), own()],
    () => [run()],
    () => [own()],
    // On a Latin page, a number before Hebrew looks like a number after it.
    () => (base === 'rtl' ? [run(), own()] : [own(), run()]),
  ]
  const lines = Array.from({ length: 8 + randomBelow(6) }, () =>
    shapes[randomBelow(shapes.length)]!(),
  )
  const latinLines = Array.from({ length: 3 }, (): readonly Part[] => [
    { text: wordsOf('Latin', 5 + randomBelow(4)), kind: 'run' },
  ])
  const account = Array.from({ length: 4 }, () => digits(4)).join(' ')
  const ownLines = [[own()], [own()], [{ text: account, kind: 'run' } as const]]
  const all = [...lines, ...(base === 'rtl' ? ownLines : [...latinLines, ...latinLines])]
  const parts = all.flat()
  return {
    name: `${script} ${base} ${seed}`,
    base,
    sentences: all.map((line) => line.map(({ text }) => text).join(' ')),
    runs: parts.filter(({ kind }) => kind === 'run').map(({ text }) => text),
    words: parts.filter(({ kind }) => kind === 'words').flatMap(({ text }) => text.split(' ')),
  }
}
