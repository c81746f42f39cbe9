/**
 * Fills the schemas of `tools/schemas` from documents, by the built-in extractor and without a server, and counts how
 * many of their single values were found and how many of these have a place in the document.
 *
 *   node tools/bench-schemas.ts --kind KIND FILES… [--values]
 *
 * All schemas of the kind are filled from every file. `--values` prints the values as well.
 */
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { openReader } from '@recto/document-reader/open-reader'
import { type DocumentText, formatVersion, type Page } from '@recto/document-text/model'
import { answerWithoutModel } from '@recto/extraction/answer-without-model'
import { type FilledSchema, fillSchema } from '@recto/extraction/fill-schema'
import { getNotation } from '@recto/extraction/notation'
import { planQuestions } from '@recto/extraction/plan-questions'
import { readSchema } from '@recto/extraction/read-schema'
import { listSchemas } from './schemas/list-schemas.ts'

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { kind: { type: 'string' }, values: { type: 'boolean', default: false } },
})

const schemas = listSchemas().filter(({ kind }) => kind === options.kind)
if (schemas.length === 0 || files.length === 0) {
  const kinds = [...new Set(listSchemas().map(({ kind }) => kind))]
  console.error(`Name files, and with --kind one of: ${kinds.join(', ')}.`)
  process.exit(2)
}

const reader = openReader({ threads: 1 })
try {
  const rows: object[] = []
  for (const file of files) {
    const document = await readDocument(file)
    for (const { standard, schema } of schemas) {
      const filledSchema = await fill(schema, document)
      rows.push({ file: basename(file), standard, ...count(filledSchema) })
      if (options.values) console.log(standard, JSON.stringify(filledSchema.values))
    }
  }
  console.table(rows)
} finally {
  await reader.close()
}

async function readDocument(file: string): Promise<DocumentText> {
  const pages: Page[] = []
  const reading = reader.readPages(await readFile(file), { name: basename(file) })
  for await (const { page } of reading) pages.push(page)
  return { formatVersion, pages }
}

async function fill(schema: unknown, document: DocumentText): Promise<FilledSchema> {
  const root = readSchema(schema)
  const questions = planQuestions(root, { isForModel: false })
  const answers = await answerWithoutModel(
    document,
    questions.map(({ question }) => question),
  )
  return fillSchema(root, questions, { answers, notation: getNotation(document) })
}

function count({ values, fields }: FilledSchema) {
  const filledFields = Object.entries(fields).filter(
    ([pointer]) => (findValue(values, pointer) ?? null) !== null,
  )
  const hasPlace = filledFields.filter(([, { evidence }]) =>
    evidence.some(({ boxes }) => boxes.length > 0),
  )
  return {
    fields: Object.keys(fields).length,
    filled: filledFields.length,
    withPlace: hasPlace.length,
  }
}

function findValue(values: unknown, pointer: string): unknown {
  let value = values
  for (const step of pointer.split('/').slice(1)) {
    value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[step]
  }
  return value
}
