import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { nameText } from '../wire/names.ts'

/** How many checks a project has at most, and how long one is. */
export const maxChecks = 50
const maxExpression = 2000

/** What is true of the values of every document of a project, in CEL: `sum(items.amount) + tax == total`. */
export const Check = z.object({
  /** Unique in its project, whatever its case. */
  name: nameText(100),
  expression: z.string().trim().min(1).max(maxExpression),
  /** Message shown when the check is contradicted. */
  message: z.string().trim().max(300).default(''),
})
export type Check = z.output<typeof Check>

export const Checks = z
  .array(Check)
  .max(maxChecks)
  .superRefine((checks, context) => {
    const names = checks.map(({ name }) => name.toLowerCase())
    names.forEach((name, index) => {
      if (names.indexOf(name) === index) return
      context.addIssue({
        code: 'custom',
        message: 'Another check has this name.',
        path: [index, 'name'],
      })
    })
  })

/** `not_judged`: a value is missing, or it did not end. */
const CheckOutcomeName = z.enum(['confirmed', 'contradicted', 'not_judged'])
export type CheckOutcomeName = z.output<typeof CheckOutcomeName>

/** Comparisons with documents that were read earlier, in addition to the checks of a project. */
const AcrossDocuments = z.enum(['same_document', 'bank_account', 'order_and_invoice'])

/** Another document, by its file of an execution or its document of a project. */
export const OtherDocument = z.object({
  name: z.string(),
  execution_id: z.uuid().nullable(),
  file_id: z.uuid().nullable(),
  document_id: z.uuid().nullable(),
})
export type OtherDocument = z.output<typeof OtherDocument>

/** Result of a check on one document. */
export const CheckOutcome = z.object({
  name: z.string(),
  /** Expression of a project check; null for a comparison across documents. */
  expression: z.string().nullable(),
  across: AcrossDocuments.nullable(),
  outcome: CheckOutcomeName,
  /** The keys that it speaks of: those values it confirms or contradicts. */
  fields: z.array(z.string()),
  /** Why it is contradicted, or was not judged. */
  reason: z.string().nullable(),
  documents: z.array(OtherDocument),
})
export type CheckOutcome = z.output<typeof CheckOutcome>

/** What the checks of a project say of the values that a document has now, as its project asks for them. */
export const listDocumentChecks = endpoint({
  method: 'GET',
  path: '/prompt-studio/file/:tool_id/checks/',
  who: 'member',
  params: z.object({ tool_id: z.uuid() }),
  query: z.object({ document_id: z.uuid() }),
  reply: z.object({ checks: z.array(CheckOutcome) }),
})

/** Check results of one file of an execution. */
const FileChecks = z.object({
  file_id: z.uuid(),
  file_name: z.string(),
  /** Path in the source; null for a file that was sent. */
  file_path: z.string().nullable(),
  checks: z.array(CheckOutcome),
})

const count = z.number().int()

/** How the checks of all files of an execution came out, and its files by page. */
export const getExecutionChecks = endpoint({
  method: 'GET',
  path: '/execution/:id/checks/',
  who: 'member',
  params: z.object({ id: z.uuid() }),
  query: z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) }),
  reply: z.object({
    confirmed: count,
    contradicted: count,
    not_judged: count,
    /** Number of files that have checks. */
    files: count,
    page_size: count,
    results: z.array(FileChecks),
  }),
})
