import type { DocumentText, Line, Word } from '@recto/document-text/model'

export type AskedFact = {
  readonly kind: 'same words' | 'other words' | 'a code' | 'two facts' | 'behind a reference'
  readonly question: string
  /** Texts that the retrieved chunks must contain. */
  readonly requiredSentences: readonly string[]
  /** Parts, variants and keywords that a good model would return for the question. */
  readonly parts: readonly string[]
  readonly variants: readonly string[]
  readonly keywords: readonly string[]
}

export type ServiceReport = {
  readonly document: DocumentText
  readonly facts: readonly AskedFact[]
}

const machines = ['pump', 'compressor', 'conveyor', 'boiler', 'turbine', 'press', 'crane', 'mixer']
const cities = ['Bremen', 'Porto', 'Gdansk', 'Lyon', 'Turin', 'Ghent', 'Aarhus', 'Linz']
const people = ['Ms Okafor', 'Mr Lindqvist', 'Ms Duarte', 'Mr Novak', 'Ms Haddad', 'Mr Brandt']

/** Generates long service reports of similar sentences, with scattered facts that are asked for. */
export function makeReports(count: number, pages: number): readonly ServiceReport[] {
  return Array.from({ length: count }, (_, i) => makeReport(i + 1, pages))
}

function makeReport(seed: number, pages: number): ServiceReport {
  const random = randomOf(seed)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const number = (limit: number) => 1 + Math.floor(random() * limit)
  const code = () => `${pick(['QX', 'RT', 'KM', 'ZB'])}-${1000 + number(8999)}`
  const filler = () =>
    pick([
      () =>
        `In week ${number(52)} the ${pick(machines)} in ${pick(cities)} was inspected by ${pick(people)} and found in order.`,
      () =>
        `Order ${code()} of ${number(400)} parts for the ${pick(machines)} was delivered to ${pick(cities)} on time.`,
      () =>
        `${pick(people)} reported that the ${pick(machines)} ran for ${number(900)} hours without a stop.`,
      () =>
        `The invoice ${code()} over ${number(9000)} euro was paid by the branch in ${pick(cities)}.`,
      () =>
        `A meeting about the ${pick(machines)} in ${pick(cities)} was moved to week ${number(52)}.`,
    ])()
  const facts = machines.flatMap((machine, i) => factsOf(machine, 20 + i * 3, code()))
  const lines = facts.flatMap(({ sentences }) => sentences)
  const perPage = 38
  const all = Array.from({ length: pages * perPage }, filler)
  for (const [i, line] of lines.entries()) {
    all[Math.floor(((i + 0.5) * all.length) / lines.length)] = line
  }
  return { document: documentOf(all, perPage), facts: facts.map(({ fact }) => fact) }
}

type PlantedFact = { readonly sentences: readonly string[]; readonly fact: AskedFact }

function factsOf(machine: string, n: number, order: string): readonly PlantedFact[] {
  const city = cities[machines.indexOf(machine)] ?? ''
  const warranty = `The warranty of the ${machine} lasts ${n} months from delivery.`
  const coolant = `As coolant the ${machine} is filled with ${n * 2} litres of glycol.`
  const spare = `Spare part ${order} replaces the worn seal.`
  const annex = `Annex ${String.fromCharCode(65 + machines.indexOf(machine))}`
  const penalty = `${annex} Whoever is late owes ${n} euro a day.`
  const late = `Delay of the ${machine}: what is owed is laid down in ${annex}.`
  const ask = (
    kind: AskedFact['kind'],
    question: string,
    requiredSentences: string[],
    overrides: Partial<AskedFact> = {},
  ) => ({
    kind,
    question,
    requiredSentences,
    parts: [question],
    variants: [],
    keywords: [machine],
    ...overrides,
  })
  return [
    {
      sentences: [warranty],
      fact: ask('same words', `How long does the warranty of the ${machine} last?`, [warranty], {
        variants: [`warranty period of the ${machine}`],
        keywords: ['warranty', machine],
      }),
    },
    {
      sentences: [coolant],
      fact: ask('other words', `How much antifreeze goes into the ${machine}?`, [coolant], {
        variants: [`coolant of the ${machine} in litres`, `glycol in the ${machine}`],
        keywords: ['coolant', 'glycol', machine],
      }),
    },
    {
      sentences: [spare],
      fact: ask('a code', `What is ${order} for?`, [spare], {
        variants: [`${order} spare part`],
        keywords: [order],
      }),
    },
    {
      sentences: [],
      fact: ask(
        'two facts',
        `What are the warranty and the coolant of the ${machine} in ${city}?`,
        [warranty, coolant],
        {
          parts: [
            `How long is the warranty of the ${machine}?`,
            `What coolant is in the ${machine}?`,
          ],
          variants: [`warranty of the ${machine}`, `coolant of the ${machine}`],
          keywords: ['warranty', 'coolant', machine],
        },
      ),
    },
    {
      sentences: [late, penalty],
      fact: ask('behind a reference', `What is owed for a delay of the ${machine}?`, [penalty], {
        variants: [`penalty for late ${machine}`],
        keywords: ['delay', 'owed', machine],
      }),
    },
  ]
}

function documentOf(lines: readonly string[], perPage: number): DocumentText {
  const pages = Array.from({ length: Math.ceil(lines.length / perPage) }, (_, number) => {
    const words: Word[] = []
    const rows: Line[] = []
    for (const [row, line] of lines.slice(number * perPage, (number + 1) * perPage).entries()) {
      const top = 30 + row * 18
      const start = words.length
      let left = 20
      for (const text of line.split(' ')) {
        const right = left + text.length * 4
        words.push({ text, box: [left, top, right, top + 10], confidence: 1, origin: 'native' })
        left = right + 4
      }
      rows.push({ start, end: words.length, box: [20, top, left, top + 10] })
    }
    return { number, width: 595, height: 842, rotation: 0 as const, words, lines: rows }
  })
  return { formatVersion: 2, pages }
}

/** Creates a deterministic random number generator (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let hash = Math.imul(state ^ (state >>> 15), 1 | state)
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash
    return ((hash ^ (hash >>> 14)) >>> 0) / 4294967296
  }
}
