import type { Project } from '../project.ts'
import { isActivePrompt } from '../prompt.ts'
import type { ExportedTool } from '../tool.ts'

export type ExportState =
  | { readonly kind: 'never' }
  | { readonly kind: 'same'; readonly at: string }
  | { readonly kind: 'changed'; readonly at: string }

/** Returns whether the exported tool still matches the project. */
export function exportState(project: Project, tool: ExportedTool | null): ExportState {
  if (!tool) return { kind: 'never' }
  const exportedFields = tool.outputs.map(({ name, prompt, type }) => [name, prompt, type])
  const currentFields = project.prompts
    .filter(isActivePrompt)
    .map(({ key, text, type }) => [key, text, type])
  const isSame = JSON.stringify(exportedFields) === JSON.stringify(currentFields)
  return { kind: isSame ? 'same' : 'changed', at: tool.exportedAt }
}
