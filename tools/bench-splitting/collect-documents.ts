import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Page } from '@recto/document-text/model'
import type { Reader } from '@recto/document-text/reader'
import { makeDocuments } from '../field-documents/make-documents.ts'
import type { Half } from '../field-documents/words.ts'
import { drawLongDocument, longKinds } from './long-documents.ts'

/** A document that piles are drawn from. */
export type PileDocument = {
  readonly name: string
  readonly collection: string
  /** Documents that look alike, such as those of one issuer. */
  readonly family: string
  /** Kind of the vocabulary; null where people would not agree on one, which is not scored. */
  readonly kind: string | null
  readonly pages: readonly Page[]
}

const repository = join(import.meta.dirname, '../..')

/** Kinds by the beginning of a file's name in the question sets. */
const kindsByName: Readonly<Record<string, string | null>> = {
  'bank-statement': 'statement',
  statement: 'statement',
  booking: 'booking',
  travel: 'booking',
  contract: 'contract',
  cv: 'curriculum vitae',
  'delivery-note': 'delivery note',
  delivery: 'delivery note',
  form: 'form',
  'insurance-policy': 'insurance policy',
  insurance: 'insurance policy',
  invoice: 'invoice',
  'lab-report': 'laboratory report',
  lab: 'laboratory report',
  medical: 'laboratory report',
  letter: 'letter',
  payslip: 'payslip',
  'purchase-order': 'order',
  order: 'order',
  'utility-bill': 'invoice',
  utility: 'invoice',
  certificate: 'certificate',
  warranty: 'certificate',
  minutes: 'minutes',
  report: 'report',
  finance: null,
  timetable: null,
}

type FileDocument = Pick<PileDocument, 'collection' | 'kind' | 'family'> & { readonly path: string }

async function readFile(
  reader: Reader,
  { path, ...rest }: FileDocument,
): Promise<PileDocument | undefined> {
  const name = basename(path)
  try {
    const { pages } = await reader.read(readFileSync(path), { name, mode: 'native_text' })
    return pages.some(({ words }) => words.length > 0) ? { name, ...rest, pages } : undefined
  } catch {
    // Files that need OCR or a password belong to no pile.
    return undefined
  }
}

async function readFiles(
  reader: Reader,
  files: readonly FileDocument[],
): Promise<readonly PileDocument[]> {
  const documents: PileDocument[] = []
  for (const file of files) {
    const document = await readFile(reader, file)
    if (document) documents.push(document)
  }
  return documents
}

const familyOf = (name: string) => name.slice(0, 9)

/** The open question sets: short documents in the formats that people send. */
function questionSetFiles(): readonly FileDocument[] {
  return ['open', 'second-open', 'third-open'].flatMap((set) => {
    const folder = join(repository, 'tools/question-sets', set, 'documents')
    return readdirSync(folder)
      .filter((name) => !name.endsWith('.json'))
      .map((name) => ({
        path: join(folder, name),
        collection: 'question sets',
        family: name,
        kind: kindsByName[name.replace(/-\d+\..*$/, '')] ?? null,
      }))
  })
}

/** Business documents among the real files; the others of `pdf-zoo` are tests of PDF features. */
function sharedFiles(data: string): readonly FileDocument[] {
  const inFolder = (folder: string, kindOf: (name: string) => string | null) =>
    !existsSync(join(data, folder))
      ? []
      : readdirSync(join(data, folder))
          .filter((name) => name.endsWith('.pdf'))
          .map((name) => ({
            path: join(data, folder, name),
            collection: folder,
            family: familyOf(name),
            kind: kindOf(name),
          }))
  return [
    ...inFolder('invoices', (name) => (name === 'oyo.pdf' ? 'receipt' : 'invoice')),
    ...inFolder('e-invoices', (name) =>
      /gutschrift|avoir/i.test(name) ? 'credit note' : 'invoice',
    ),
    ...inFolder('pdf-zoo', (name) => (/DSP-/.test(name) ? 'report' : null)).filter(({ path }) =>
      /DSP-|pr-138|issue13447/.test(path),
    ),
  ]
}

const documentsPerIssuer = 4

async function makeLongDocuments(
  reader: Reader,
  half: Half,
  { issuers, minPages = 1 }: { readonly issuers: number; readonly minPages?: number },
): Promise<readonly PileDocument[]> {
  const documents: PileDocument[] = []
  for (let issuer = 0; issuer < issuers; issuer++)
    for (let i = 0; i < documentsPerIssuer; i++) {
      const place = issuer * documentsPerIssuer + i
      const issuerSeed = 1000 * minPages + issuer
      // Half of the issuers send documents of one kind only.
      const kind = longKinds[(issuer % 2 === 0 ? issuer >> 1 : place) % longKinds.length]!
      const pages = minPages + ((place * 7) % (7 - minPages))
      const plan = { kind, half, seed: 31 * issuerSeed + i, issuerSeed, pages }
      const { pages: readPages } = await reader.read(await drawLongDocument(plan))
      documents.push({
        name: `${half} long ${place}`,
        collection: `long documents (${half})`,
        family: `issuer ${issuerSeed}`,
        kind,
        pages: readPages,
      })
    }
  return documents
}

async function makeFieldDocuments(
  reader: Reader,
  half: Half,
  perLayout: number,
): Promise<readonly PileDocument[]> {
  const documents: PileDocument[] = []
  for (const { name, kind, layout, draw } of makeDocuments(half, 55, perLayout)) {
    const { pages } = await reader.read(await draw())
    documents.push({ name, collection: `layouts (${half})`, family: layout, kind, pages })
  }
  return documents
}

/** Documents to fit on. */
export async function collectOpen(reader: Reader): Promise<readonly PileDocument[]> {
  return [
    ...(await readFiles(reader, questionSetFiles())),
    ...(await makeFieldDocuments(reader, 'open', 12)),
    ...(await makeLongDocuments(reader, 'open', { issuers: 70 })),
  ]
}

/** Documents to test on: none of them, and no layout or word list of a generator, is among the others. */
export async function collectKept(
  reader: Reader,
  data: string | undefined,
): Promise<readonly PileDocument[]> {
  return [
    ...(data ? await readFiles(reader, sharedFiles(data)) : []),
    ...(await makeFieldDocuments(reader, 'kept', 6)),
    ...(await makeLongDocuments(reader, 'kept', { issuers: 40 })),
  ]
}

const minLongLetters = 14_000
const maxTexts = 40

/** Long texts that are installed, by the hash of their content. */
function findTexts(): ReadonlyMap<string, string> {
  const modules = join(repository, 'node_modules')
  const paths = readdirSync(modules)
    .sort()
    .flatMap((name) => [join(modules, name, 'LICENSE'), join(modules, name, 'README.md')])
    .filter((path) => existsSync(path))
  const texts = new Map<string, string>()
  for (const path of paths) {
    const text = readFileSync(path, 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    if (texts.size < maxTexts && text.length >= minLongLetters) texts.set(hash, text)
  }
  return texts
}

/** Single documents of five pages and more: generated ones, and licences and manuals of installed packages. */
export async function collectSingles(reader: Reader): Promise<readonly PileDocument[]> {
  const documents: PileDocument[] = []
  for (const [hash, text] of findTexts()) {
    const { pages } = await reader.read(new TextEncoder().encode(text), { name: 'text.txt' })
    documents.push({ name: hash, collection: 'texts', family: hash, kind: null, pages })
  }
  const long = await makeLongDocuments(reader, 'kept', { issuers: 40, minPages: 5 })
  return [...documents, ...long].filter(({ pages }) => pages.length >= 5)
}

/** Recognised pages, which were read before: OCR of one page takes seconds. */
export function readScans(folder: string): readonly PileDocument[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name): PileDocument => {
      const [collection = '', file = ''] = name.split('__')
      const kinds: Readonly<Record<string, string>> = { receipts: 'receipt', 'pdf-zoo': 'report' }
      return {
        name: file,
        collection: `scanned ${collection}`,
        family: familyOf(file),
        kind: /oyo/.test(file)
          ? 'receipt'
          : /gutschrift|avoir/i.test(file)
            ? 'credit note'
            : (kinds[collection] ?? 'invoice'),
        pages: JSON.parse(readFileSync(join(folder, name), 'utf8')) as Page[],
      }
    })
}
