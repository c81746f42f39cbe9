import { z } from 'zod'
import type { EndpointRow } from './workflows.store.ts'

/** What can be set for each end of a workflow: these check what is saved, and draw the form. */

const fileTypes = ['PDF documents', 'Text documents', 'Images'] as const

const fileExtensions = z.array(z.enum(fileTypes)).max(fileTypes.length).default([]).meta({
  title: 'File types to process',
  description: 'Leave empty to process every supported type.',
  uniqueItems: true,
})

const ApiSource = z.strictObject({ fileExtensions })

const path = z.string().max(1000)

/** One of a few words of the wire, each shown as what a person would say. */
const choice = <const C extends Readonly<Record<string, string>>>(choices: C) =>
  z.enum(Object.keys(choices) as [keyof C & string, ...(keyof C & string)[]]).meta({
    oneOf: Object.entries(choices).map(([value, title]) => ({ const: value, title })),
    enum: undefined,
  })

const FileSource = z.strictObject({
  folders: z.array(path).max(100).default([]).meta({
    title: 'Folders to process',
    description:
      'Tick them under “File System”, or type a path and press Enter. Leave empty to process all of them.',
    uniqueItems: true,
  }),
  processSubDirectories: z.boolean().default(true).meta({ title: 'Process subfolders' }),
  fileExtensions,
  fileNamePattern: z.string().max(255).default('').meta({
    title: 'File name',
    description: 'Such as INV-*.pdf: * stands for any characters, ? for one. Empty takes all.',
  }),
  maxFiles: z.coerce.number().int().min(1).max(100_000).default(100).meta({
    title: 'Most files of a run',
    description: 'Files that were processed before do not count.',
  }),
  fileReprocessingHandling: choice({
    skip_duplicates: 'Skip them',
    reprocess_after_interval: 'Process them again after a while',
  })
    .default('skip_duplicates')
    .meta({ title: 'Files that were processed before' }),
  reprocessInterval: z.coerce.number().int().min(1).max(3650).default(30).meta({
    title: 'Process again after',
    description: 'Counts only where files are processed again.',
  }),
  intervalUnit: choice({ days: 'Days', months: 'Months' }).default('days').meta({ title: 'Unit' }),
  fileProcessingOrder: choice({
    unordered: 'As they come',
    oldest_first: 'Oldest first',
    newest_first: 'Newest first',
  })
    .default('unordered')
    .meta({ title: 'Order' }),
  afterProcessing: choice({
    keep: 'Leave it where it is',
    move: 'Move it to a folder',
    delete: 'Delete it',
  })
    .default('keep')
    .meta({
      title: 'Once a file was processed',
      description: 'What failed stays where it is.',
    }),
  moveToFolder: path.default('').meta({
    title: 'Folder for processed files',
    description: 'Counts only where they are moved.',
  }),
})
export type FileSource = z.output<typeof FileSource>

const FileDestination = z.strictObject({
  outputFolder: z.string().trim().min(1).max(100).default('output').meta({
    title: 'Output folder',
    description: 'One JSON file is written to it for each file.',
  }),
})
type FileDestination = z.output<typeof FileDestination>

const column = z.string().trim().min(1).max(63)

export const columnModes = [
  'Write JSON to a single column',
  'Write each field to a column',
] as const

const TableDestination = z.strictObject({
  table: z.string().trim().min(1, 'Name a table.').max(127).meta({
    title: 'Table',
    description: 'Made if it is not there. A schema may stand before it, with a dot.',
  }),
  includeAgent: z.boolean().default(false).meta({ title: 'Write who wrote the row' }),
  agentName: z.literal('Recto/DBWriter').default('Recto/DBWriter').meta({ title: 'Written by' }),
  includeTimestamp: z.boolean().default(false).meta({ title: 'Write the time' }),
  filePath: column.default('file_path').meta({ title: 'Column of the file path' }),
  executionId: column.default('execution_id').meta({ title: 'Column of the execution' }),
  columnMode: z.enum(columnModes).default(columnModes[0]).meta({ title: 'Values' }),
  singleColumnName: column.default('data').meta({ title: 'Column of the JSON' }),
  replaceRowsOfFile: z.boolean().default(false).meta({
    title: 'Replace earlier rows of the same file',
    description: 'Otherwise each run adds its own.',
  }),
})
export type TableDestination = z.output<typeof TableDestination>

type End = Pick<EndpointRow, 'endpoint_type' | 'connection_type'>

type Settings = {
  readonly title: string
  readonly schema: z.ZodType<Record<string, unknown>>
  /** What clients expect to be asked for. */
  readonly required: readonly string[]
}

const settings: Readonly<Record<string, Settings>> = {
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
}

const settingsOf = ({ endpoint_type, connection_type }: End): Settings | undefined =>
  settings[`${endpoint_type} ${connection_type}`]

/** The JSON Schema of an end's configuration; `null` where there is nothing to set. */
export function endSettingsSchema(end: End): Record<string, unknown> | null {
  const known = settingsOf(end)
  if (!known) return null
  const { $schema, additionalProperties, required, ...drawn } = z.toJSONSchema(known.schema, {
    io: 'input',
  })
  return { title: known.title, ...drawn, required: known.required }
}

/** The same where a schema is wanted in any case. */
export const drawnEnd = (end: End): Record<string, unknown> =>
  endSettingsSchema(end) ?? { title: 'Settings', type: 'object', required: [], properties: {} }

/** The configuration as it is kept, with its defaults. Throws a `ZodError`. */
export function checkEndSettings(end: End, configuration: unknown): Record<string, unknown> {
  const schema = settingsOf(end)?.schema ?? z.strictObject({})
  return schema.parse(configuration, { reportInput: true })
}

/** What was checked when it was saved; what was never saved has the defaults. */
export const fileSourceOf = (configuration: unknown): FileSource => FileSource.parse(configuration)
export const fileDestinationOf = (configuration: unknown): FileDestination =>
  FileDestination.parse(configuration)
export const tableDestinationOf = (configuration: unknown): TableDestination =>
  TableDestination.parse(configuration)
