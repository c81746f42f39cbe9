import type { BuiltInTool } from './built-in-names.ts'
import { ToolMetadata } from './tool-metadata.ts'
import type { ToolRow } from './tools.store.ts'

/** A project as it was when it was exported: what workflows run. */
export type Tool = {
  readonly id: string
  readonly projectId: string
  readonly name: string
  readonly description: string
  readonly icon: string
  readonly metadata: ToolMetadata
  /** Set: it needs no project, and is run in a way of its own. */
  readonly builtIn?: BuiltInTool
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
