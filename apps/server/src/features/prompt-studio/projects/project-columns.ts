import type { ProjectChanges } from '@recto/contract/prompt-studio'
import type { ProjectRow } from './projects.store.ts'

type Given = Omit<ProjectRow, 'grammar'> & { readonly grammar: string | null }
type ProjectColumns = { readonly [K in keyof Given]?: Given[K] }

/** What the wire's fields are in the table. Absent fields stay absent; a null text is an empty one. */
export function projectColumns(fields: ProjectChanges): ProjectColumns {
  const columns = {
    name: fields.tool_name,
    description: fields.description,
    author: fields.author,
    icon: textOf(fields.icon),
    selected_document: textOf(fields.output),
    summarize_context: fields.summarize_context,
    summarize_as_source: fields.summarize_as_source,
    summarize_prompt: textOf(fields.summarize_prompt),
    preamble: textOf(fields.preamble),
    postamble: textOf(fields.postamble),
    grammar: fields.prompt_grammer && JSON.stringify(fields.prompt_grammer),
    monitor_llm_id: fields.monitor_llm,
    exclude_failed: fields.exclude_failed,
    single_pass: fields.single_pass_extraction_mode,
    challenge_llm_id: fields.challenge_llm,
    enable_challenge: fields.enable_challenge,
    enable_highlight: fields.enable_highlight,
    shared_to_org: fields.shared_to_org,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

const textOf = (text: string | null | undefined) => (text === null ? '' : text)
