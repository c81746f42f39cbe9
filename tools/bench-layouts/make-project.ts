import type { DocumentText } from '@recto/document-text/model'
import type { Reader } from '@recto/document-text/reader'
import { omitUndefined } from '@recto/omit-undefined'
import type { Fact } from '../field-documents/facts.ts'
import { layoutsOf } from '../field-documents/make-documents.ts'
import { languages, wordsOf } from '../field-documents/words.ts'
import { type FormIssuer, issuedDocument } from './issuer-documents.ts'
import { noisyReading, usualNoise } from './noisy-reading.ts'

export type MadeDocument = {
  readonly issuer: string
  /** Zero-based number. */
  readonly number: number
  readonly text: DocumentText
  readonly facts: readonly Fact[]
}

const defaultDocumentsPerIssuer = 20

/** Returns 18 issuers with a layout each, and two that resemble the first two. */
function issuersOf(seed: number): readonly FormIssuer[] {
  const layouts = [...layoutsOf('open'), ...layoutsOf('kept')].slice(0, 20)
  const all = layouts.map((layout, i): FormIssuer => {
    const language = languages[i % languages.length] ?? 'en'
    return {
      name: `${i + 1} ${layout.kind} ${layout.name} ${language}`,
      layout,
      words: wordsOf(language, i % 2 === 0 ? 'open' : 'kept'),
      seed: seed * 1000 + i * 31 + 5,
      ...omitUndefined({ drift: i % 5 === 4 ? 1.5 : undefined }),
    }
  })
  const [first, second] = all
  const lastLayout = layouts[2]
  if (!first || !second || !lastLayout) throw new Error('There are too few layouts.')
  return [
    ...all.slice(0, 18),
    { ...first, name: `19 the form of 1, another issuer`, partySeed: first.seed * 1000 + 777 },
    { ...second, name: `20 the words of 2, other places`, layout: lastLayout },
  ]
}

/** Generates documents in the order in which they arrive: one of each issuer in turn. */
export async function makeProject(
  reader: Reader,
  seed: number,
  documentsPerIssuer = defaultDocumentsPerIssuer,
): Promise<readonly MadeDocument[]> {
  const documents: MadeDocument[] = []
  const issuers = issuersOf(seed)
  for (let number = 0; number < documentsPerIssuer; number++) {
    for (const [i, issuer] of issuers.entries()) {
      // The two lookalikes get other documents than the issuers they resemble.
      const { facts, draw } = issuedDocument(issuer, i < 18 ? number : number + 500)
      const read = await reader.read(await draw(), { name: 'made.pdf' })
      const text = noisyReading(read, seed * 100_000 + i * 1000 + number, usualNoise)
      documents.push({ issuer: issuer.name, number, text, facts })
    }
  }
  return documents
}
