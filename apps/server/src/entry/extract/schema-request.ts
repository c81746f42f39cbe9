import { readFile } from 'node:fs/promises'
import type { DocumentText } from '@recto/document-text/model'
import { type FilledSchema, fillSchema } from '@recto/extraction/fill-schema'
import { getNotation } from '@recto/extraction/notation'
import { planQuestions, type SchemaQuestion } from '@recto/extraction/plan-questions'
import { readSchema, SchemaError, type SchemaNode } from '@recto/extraction/read-schema'
import { parsePointer } from '@recto/extraction/schema-node'
import type { Answer, Question } from '@recto/provider-spec/answer'
import { UsageError } from './parse-command.ts'

/** A JSON Schema as questions, with a function that puts the answers into its shape. */
export type SchemaRequest = {
  /** The text of the schema. */
  readonly source: string
  readonly questions: readonly Question[]
  /** Names of the fields of a row, such as `seller.name`; a schema of an array has a row for each item. */
  readonly columns: readonly string[]
  fill(document: DocumentText, answers: readonly Answer[]): FilledSchema
}

type SchemaRequestOptions = { readonly isForModel: boolean }

/** A schema file that is larger has more than anybody asks of a document. */
const maxSchemaLength = 1_000_000

/** Reads a schema file. Throws a `UsageError` that names the part of the schema that cannot be used. */
export async function readSchemaFile(
  path: string,
  options: SchemaRequestOptions,
): Promise<SchemaRequest> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'it does not exist' : cause.message
    throw new UsageError(`The schema file ${path} cannot be read: ${reason}.`, { cause })
  })
  if (text.length > maxSchemaLength) {
    throw new UsageError(`The schema file ${path} is larger than ${maxSchemaLength} characters.`)
  }
  try {
    const root = readSchema(JSON.parse(text))
    const schemaQuestions = planQuestions(root, options)
    return {
      source: text,
      questions: schemaQuestions.map(({ question }) => question),
      columns: listColumns(root, schemaQuestions),
      fill: (document, answers) =>
        fillSchema(root, schemaQuestions, { answers, notation: getNotation(document) }),
    }
  } catch (cause) {
    if (cause instanceof SyntaxError) {
      throw new UsageError(`The schema file ${path} is not JSON: ${cause.message}.`, { cause })
    }
    if (!(cause instanceof SchemaError)) throw cause
    throw new UsageError(`${path}: ${cause.message}`, { cause })
  }
}

function listColumns(root: SchemaNode, questions: readonly SchemaQuestion[]): readonly string[] {
  const [first] = questions
  if (root.kind !== 'list') return questions.map(({ pointer }) => toFieldName(pointer))
  return first?.columns?.map(({ path }) => path.join('.') || 'value') ?? ['value']
}

/** `/seller/name` is printed as `seller.name`. */
const toFieldName = (pointer: string): string => parsePointer(pointer).join('.')
