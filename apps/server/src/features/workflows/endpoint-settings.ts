import { z } from 'zod'
import { findTemplateProblem } from './call-template.ts'
import { findLineTableIssues, LineTables } from './line-tables.ts'
import type { EndpointRow } from './workflows.store.ts'

/**
 * Schemas of the settings of each endpoint: they validate what is saved, and define the form. The form folds the fields
 * with `isAdvanced` while they are as usual; `belongsTo` names the field that they only have an effect with.
 */

const fileTypes = ['PDF documents', 'Text documents', 'Images'] as const

const fileExtensions = z.array(z.enum(fileTypes)).max(fileTypes.length).default([]).meta({
  isAdvanced: true,
  title: 'File types to process',
  description: 'Leave empty to process every supported type.',
  uniqueItems: true,
})

/** Its only field, which is not folded. */
const ApiSource = z.strictObject({ fileExtensions: fileExtensions.meta({ isAdvanced: undefined }) })

const path = z.string().max(1000)

/** An enum of wire values, each with the title that the form shows. */
const titledEnum = <const Titles extends Readonly<Record<string, string>>>(titles: Titles) =>
  z.enum(Object.keys(titles) as [keyof Titles & string, ...(keyof Titles & string)[]]).meta({
    oneOf: Object.entries(titles).map(([value, title]) => ({ const: value, title })),
    enum: undefined,
  })

const FileSource = z.strictObject({
  folders: z.array(path).max(100).default([]).meta({
    title: 'Folders to process',
    description:
      'Select folders under “File System”, or type a path and press Enter. Leave empty to process all folders.',
    uniqueItems: true,
  }),
  processSubDirectories: z.boolean().default(true).meta({ title: 'Process subfolders' }),
  fileExtensions,
  fileNamePattern: z.string().max(255).default('').meta({
    isAdvanced: true,
    title: 'File name pattern',
    description:
      'For example, INV-*.pdf. * matches any characters, ? matches one. Leave empty to process all files.',
  }),
  maxFiles: z.coerce.number().int().min(1).max(100_000).default(100).meta({
    title: 'Maximum files per run',
    description: 'Files that have already been processed are not counted.',
  }),
  fileReprocessingHandling: titledEnum({
    skip_duplicates: 'Skip them',
    reprocess_after_interval: 'Process them again after a set time',
  })
    .default('skip_duplicates')
    .meta({ isAdvanced: true, title: 'Files that have already been processed' }),
  reprocessInterval: z.coerce.number().int().min(1).max(3650).default(30).meta({
    isAdvanced: true,
    belongsTo: 'fileReprocessingHandling',
    title: 'Process again after',
    description: 'Applies only if files are processed again.',
  }),
  intervalUnit: titledEnum({ days: 'Days', months: 'Months' })
    .default('days')
    .meta({ isAdvanced: true, belongsTo: 'fileReprocessingHandling', title: 'Unit' }),
  fileProcessingOrder: titledEnum({
    unordered: 'No particular order',
    oldest_first: 'Oldest first',
    newest_first: 'Newest first',
  })
    .default('unordered')
    .meta({ isAdvanced: true, title: 'Order' }),
  afterProcessing: titledEnum({
    keep: 'Leave it where it is',
    move: 'Move it to a folder',
    delete: 'Delete it',
  })
    .default('keep')
    .meta({
      isAdvanced: true,
      title: 'After a file is processed',
      description: 'Failed files stay where they are.',
    }),
  moveToFolder: path.default('').meta({
    isAdvanced: true,
    belongsTo: 'afterProcessing',
    title: 'Folder for processed files',
    description: 'Applies only if files are moved.',
  }),
})
export type FileSource = z.output<typeof FileSource>

const FileDestination = z.strictObject({
  outputFolder: z.string().trim().min(1).max(100).default('output').meta({
    title: 'Output folder',
    description: 'One file is written to this folder for each processed file.',
  }),
  fileFormat: titledEnum({
    json: 'JSON',
    jsonl: 'JSON Lines',
    csv: 'CSV',
    parquet: 'Parquet',
  })
    .default('json')
    .meta({
      isAdvanced: true,
      title: 'File format',
      description: 'JSON has the whole result with its evidence. The others have rows of values.',
    }),
  itemsOf: z.string().trim().max(255).default('').meta({
    isAdvanced: true,
    belongsTo: 'fileFormat',
    title: 'One row for each item of',
    description:
      'The name of a prompt whose answer is a list. Leave empty for one row with the values of the file.',
  }),
  includeConfidence: z.boolean().default(false).meta({
    isAdvanced: true,
    belongsTo: 'fileFormat',
    title: 'Add the confidence and the page of each field',
    description: 'As columns that are named after the field: total_confidence and total_page.',
  }),
  dateFolders: titledEnum({
    none: 'None',
    day: 'One for each day',
    month: 'One for each month',
  })
    .default('none')
    .meta({
      isAdvanced: true,
      title: 'Folders by date',
      description:
        'Adds a folder such as date=2026-12-02 or month=2026-12: when the run began, in UTC.',
    }),
})
export type FileDestination = z.output<typeof FileDestination>

const column = z.string().trim().min(1).max(63)

export const columnModes = [
  'Write JSON to a single column',
  'Write each field to a column',
] as const

const TableFields = z.strictObject({
  table: z.string().trim().min(1, 'Enter a table name.').max(127).meta({
    title: 'Table',
    description: 'Created if it does not exist. To specify a schema, enter schema.table.',
  }),
  includeAgent: z
    .boolean()
    .default(false)
    .meta({ isAdvanced: true, title: 'Record who wrote each row' }),
  agentName: z
    .literal('Recto/DBWriter')
    .default('Recto/DBWriter')
    .meta({ isAdvanced: true, belongsTo: 'includeAgent', title: 'Written by' }),
  includeTimestamp: z.boolean().default(false).meta({ isAdvanced: true, title: 'Record the time' }),
  filePath: column.default('file_path').meta({ isAdvanced: true, title: 'File path column' }),
  executionId: column.default('execution_id').meta({ isAdvanced: true, title: 'Execution column' }),
  columnMode: z.enum(columnModes).default(columnModes[0]).meta({ title: 'Values' }),
  singleColumnName: column.default('data').meta({ title: 'JSON column' }),
  replaceRowsOfFile: z.boolean().default(false).meta({
    title: 'Replace earlier rows of the same file',
    description: 'Otherwise, each run adds new rows.',
  }),
  addMissingColumns: z
    .boolean()
    .default(true)
    .meta({
      title: 'Add columns for new prompts',
      description: `Applies to “${columnModes[1]}”. Otherwise, a file whose fields have no column fails.`,
    }),
  includeConfidence: z
    .boolean()
    .default(false)
    .meta({
      isAdvanced: true,
      title: 'Add the confidence of each field',
      description: `Applies to “${columnModes[1]}”. The column is named after the field: total_confidence.`,
    }),
  includePage: z
    .boolean()
    .default(false)
    .meta({
      isAdvanced: true,
      title: 'Add the page of each field',
      description: `Applies to “${columnModes[1]}”. The first page that supports the value: total_page.`,
    }),
  includeStatus: z.boolean().default(false).meta({
    isAdvanced: true,
    title: 'Add the status',
    description:
      'The column status is ERROR if a field could not be answered, and error_message says why.',
  }),
  includeMetadata: z.boolean().default(false).meta({
    isAdvanced: true,
    title: 'Add the metadata of the result',
    description: 'One JSON column, metadata.',
  }),
  includeSource: z.boolean().default(false).meta({
    isAdvanced: true,
    title: 'Add where the file came from',
    description:
      'For files of a mailbox: source_sender, source_subject, source_date and source_message_id.',
  }),
  lineTables: LineTables,
})

const TableDestination = TableFields.superRefine((settings, check) => {
  for (const { path, message } of findLineTableIssues(settings))
    check.addIssue({ code: 'custom', path: [...path], message })
})
export type TableDestination = z.output<typeof TableDestination>

const HttpDestination = z.strictObject({
  itemsOf: z.string().trim().max(255).default('').meta({
    title: 'One call for each item of',
    description:
      'The name of a prompt whose answer is a list. Leave empty to send one call for each file.',
  }),
  bodyTemplate: z
    .string()
    .max(20_000)
    .default('')
    .superRefine((template, check) => {
      const message = findTemplateProblem(template)
      if (message) check.addIssue({ code: 'custom', message })
    })
    .meta({
      title: 'Body',
      description:
        'JSON with placeholders, such as {"number": "{{output.invoice_number}}"}. Leave empty to send the result as it is.',
    }),
})
export type HttpDestination = z.output<typeof HttpDestination>

type EndpointKind = Pick<EndpointRow, 'endpoint_type' | 'connection_type'>

type SettingsForm = {
  readonly title: string
  readonly schema: z.ZodType<Record<string, unknown>>
  /** Fields that clients expect to be required. */
  readonly required: readonly string[]
}

const formsByKind: Readonly<Record<string, SettingsForm>> = {
  'SOURCE API': { title: 'API', schema: ApiSource, required: [] },
  'SOURCE FILESYSTEM': { title: 'File system', schema: FileSource, required: [] },
  'DESTINATION FILESYSTEM': {
    title: 'File system',
    schema: FileDestination,
    required: ['outputFolder'],
  },
  'DESTINATION DATABASE': {
    title: 'Database',
    schema: TableDestination,
    required: ['table', 'includeAgent', 'includeTimestamp', 'columnMode'],
  },
  'DESTINATION HTTP': { title: 'HTTP endpoint', schema: HttpDestination, required: [] },
}

const findForm = ({ endpoint_type, connection_type }: EndpointKind): SettingsForm | undefined =>
  formsByKind[`${endpoint_type} ${connection_type}`]

/** Builds the JSON Schema of an endpoint's configuration; null if there is nothing to configure. */
export function buildEndpointSchema(kind: EndpointKind): Record<string, unknown> | null {
  const form = findForm(kind)
  if (!form) return null
  const { $schema, additionalProperties, required, ...properties } = z.toJSONSchema(form.schema, {
    io: 'input',
  })
  return { title: form.title, ...properties, required: form.required }
}

/** Builds the schema, which is empty if there is nothing to configure. */
export const buildEndpointSchemaOrEmpty = (kind: EndpointKind): Record<string, unknown> =>
  buildEndpointSchema(kind) ?? { title: 'Settings', type: 'object', required: [], properties: {} }

/** Parses a configuration and adds the defaults. Throws a `ZodError`. */
export function parseEndpointSettings(
  kind: EndpointKind,
  configuration: unknown,
): Record<string, unknown> {
  const schema = findForm(kind)?.schema ?? z.strictObject({})
  return schema.parse(configuration, { reportInput: true })
}

/** Parses a stored configuration; one that was never saved gets the defaults. */
export const parseFileSource = (configuration: unknown): FileSource =>
  FileSource.parse(configuration)
export const parseFileDestination = (configuration: unknown): FileDestination =>
  FileDestination.parse(configuration)
export const parseTableDestination = (configuration: unknown): TableDestination =>
  TableDestination.parse(configuration)
export const parseHttpDestination = (configuration: unknown): HttpDestination =>
  HttpDestination.parse(configuration)
