import type { Project } from '@recto/contract/prompt-studio'
import type { RegisteredTool } from '@recto/contract/tools'

export type ExportState =
  | { readonly kind: 'never' }
  | { readonly kind: 'same'; readonly at: string }
  | { readonly kind: 'changed'; readonly at: string }

/** Whether the tool still says what the project says. */
export function exportState(project: Project, tool: RegisteredTool | undefined): ExportState {
  if (!tool) return { kind: 'never' }
  const exported = tool.tool_metadata.outputs.map(({ name, prompt, type }) => [name, prompt, type])
  const now = project.prompts
    .filter(({ active, prompt_type }) => active && prompt_type === 'PROMPT')
    .map(({ prompt_key, prompt, enforce_type }) => [prompt_key, prompt, enforce_type])
  const isSame = JSON.stringify(exported) === JSON.stringify(now)
  return { kind: isSame ? 'same' : 'changed', at: tool.modified_at }
}
