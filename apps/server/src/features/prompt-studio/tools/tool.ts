import { z } from 'zod'
import type { ToolRow } from './tools.store.ts'

const Adapters = z.object({
  llm: z.string(),
  'vector-db': z.string(),
  embedding: z.string(),
  x2text_adapter: z.string(),
})

const Grammar = z.array(z.object({ word: z.string(), synonyms: z.array(z.string()) }))

const Output = Adapters.extend({
  name: z.string(),
  prompt: z.string(),
  type: z.string(),
  active: z.boolean(),
  required: z.enum(['all', 'any']).nullable(),
  'chunk-size': z.number().int(),
  'chunk-overlap': z.number().int(),
  preamble: z.string(),
  postamble: z.string(),
  grammar: Grammar,
  'retrieval-strategy': z.enum(['simple', 'subquestion']),
  'similarity-top-k': z.number().int(),
  section: z.string().nullable(),
  reindex: z.boolean(),
  embedding_suffix: z.string(),
})

const Settings = Adapters.extend({
  summarize_prompt: z.string(),
  summarize_as_source: z.boolean(),
  preamble: z.string(),
  postamble: z.string(),
  grammar: Grammar,
  'chunk-size': z.number().int(),
  'chunk-overlap': z.number().int(),
  enable_challenge: z.boolean(),
  challenge_llm: z.string(),
  enable_single_pass_extraction: z.boolean(),
  enable_highlight: z.boolean(),
  platform_postamble: z.string(),
})

/** What an export keeps of a project, under the names of the contract. */
export const ToolMetadata = z.object({
  name: z.string(),
  description: z.string(),
  author: z.string(),
  /** The project's id. */
  tool_id: z.string(),
  tool_settings: Settings,
  outputs: z.array(Output),
})
export type ToolMetadata = z.output<typeof ToolMetadata>
export type ToolOutput = z.output<typeof Output>

/** A project as it was when it was exported: what workflows run. */
export type Tool = {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly description: string
  readonly icon: string
  readonly metadata: ToolMetadata
}

export function toTool(row: ToolRow): Tool {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    description: row.description,
    icon: row.icon,
    metadata: ToolMetadata.parse(row.metadata),
  }
}
