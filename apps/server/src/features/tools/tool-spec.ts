import {
  hiddenTextPolicies,
  hiddenTextPolicyLabels,
} from '@recto/contract/prompt-studio/hidden-text'
import { buildBuiltInSpec } from './built-in/built-in-tools.ts'
import type { Tool } from './tool.ts'

/**
 * Builds the JSON Schema of the settings of the tool in one workflow. Where a property names an
 * adapter, its id is stored beside it under `adapterIdKey`.
 */
export function buildToolSpec(tool: Tool): ToolSpec {
  return tool.builtIn ? buildBuiltInSpec(tool.builtIn) : buildExportedSpec(tool)
}

export type ToolSpec = {
  readonly title: string
  readonly description: string
  readonly type: string
  readonly required: readonly string[]
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

function buildExportedSpec({ name, description, metadata }: Tool) {
  const { tool_settings: settings } = metadata
  const toggle = (title: string, isOn: boolean, description: string) =>
    ({ type: 'boolean', title, default: isOn, description }) as const
  return {
    title: name,
    description,
    type: 'object',
    required: ['challenge_llm'],
    properties: {
      challenge_llm: {
        type: 'string',
        title: 'Challenge LLM',
        default: '',
        description: 'The language model that checks the values that another model extracted.',
        adapterType: 'LLM',
        adapterIdKey: 'challenge_llm_adapter_id',
      },
      enable_challenge: toggle(
        'Challenge',
        settings.enable_challenge,
        'Have a second language model check the extracted values.',
      ),
      summarize_as_source: toggle(
        'Summary as source',
        settings.summarize_as_source,
        'Extract from a summary of the document.',
      ),
      single_pass_extraction_mode: toggle(
        'Single pass',
        settings.enable_single_pass_extraction,
        'Extract all values together.',
      ),
      enable_highlight: toggle(
        'Highlighting',
        settings.enable_highlight,
        'Include the lines in which values were found.',
      ),
      enable_embedded_data: toggle(
        'Embedded data',
        settings.enable_embedded_data,
        'Use the data embedded in documents, such as e-invoices, if there is any.',
      ),
      hidden_text_policy: {
        type: 'string',
        title: 'Hidden text',
        enum: hiddenTextPolicies,
        enumNames: hiddenTextPolicies.map((policy) => hiddenTextPolicyLabels[policy]),
        default: settings.hidden_text_policy,
        description: 'What to do with text that is in the file, but not visible on its pages.',
      },
    },
  }
}
