import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

const ToolId = z.object({ tool_id: z.uuid() })
const Count = z.number().int()

const TruthFileFormat = z.enum(['csv', 'jsonl'])
export type TruthFileFormat = z.output<typeof TruthFileFormat>

/** How many values one file may have. */
export const maxTruthsOfFile = 10_000
/** How many faults, and how many unknown values, a reply lists; all of them are counted. */
export const maxListedLines = 100

/**
 * The expected values of the project's documents. CSV has a line for each document and field, and an empty value if the
 * document does not state it; JSONL has a line for each document, with null.
 */
export const exportTruths = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/truths/file/',
  who: 'member',
  exportsData: true,
  params: ToolId,
  query: z.object({ format: TruthFileFormat.default('csv') }),
  reply: z.never(),
})

/** A value that a file has, by the line on which it begins. */
const FileLine = z.object({
  line: Count,
  document: z.string(),
  field: z.string(),
  reason: z.string(),
})
export type FileLineReply = z.output<typeof FileLine>

/**
 * Imports what an export wrote. Values are matched by the name of the document and the key of the prompt. With a fault,
 * nothing is saved; values of unknown documents and fields are counted and left out.
 */
export const importTruths = endpoint({
  method: 'POST',
  path: '/prompt-studio/:tool_id/truths/file/',
  who: 'member',
  bodySize: 'texts',
  params: ToolId,
  body: z.object({
    format: TruthFileFormat,
    truths_file: z.string(),
    /** Only counts what would be saved. */
    dry_run: z.boolean().default(false),
  }),
  reply: z.object({
    new: Count,
    changed: Count,
    same: Count,
    unknown: Count,
    faults: Count,
    /** The first of each, in the order of the file. */
    unknown_lines: z.array(FileLine),
    fault_lines: z.array(FileLine),
    /** False for a dry run, and if there are faults. */
    is_saved: z.boolean(),
  }),
})
export type ImportedTruthsReply = z.output<typeof importTruths.reply>
