import { ToolMetadata } from './tool-metadata.ts'
import type { ToolRow } from './tools.store.ts'

/** Ids of tools that need no project. Steps of workflows store them. */
export const builtInToolIds = ['classify', 'text_extractor'] as const
export type BuiltInToolId = (typeof builtInToolIds)[number]

export const isBuiltInTool = (toolId: string): toolId is BuiltInToolId =>
  (builtInToolIds as readonly string[]).includes(toolId)

/** A tool with its settings, as the definition of a workflow names it. */
export type ToolStep = {
  readonly toolId: string
  /** Absent: the newest one. */
  readonly toolVersion?: number | undefined
  readonly settings: Readonly<Record<string, unknown>>
}

/** A project as it was exported; workflows run it. */
export type Tool = {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly description: string
  readonly icon: string
  readonly metadata: ToolMetadata
  /** Set for a built-in tool, which needs no project. */
  readonly builtIn?: BuiltInToolId
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
