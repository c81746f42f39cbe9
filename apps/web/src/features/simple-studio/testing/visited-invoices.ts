import { profileFields } from '@recto/contract/prompt-studio/profile-fields'
import type { LlmProfile } from '@recto/contract/prompt-studio/profiles'
import { projectFields } from '@recto/contract/prompt-studio/project-fields'
import type { PromptDocument } from '@recto/contract/prompt-studio/prompt-documents'
import { promptFields, promptSwitches } from '@recto/contract/prompt-studio/prompt-fields'
import type { PromptOutput } from '@recto/contract/prompt-studio/prompt-outputs'
import type { Project } from '@recto/contract/prompt-studio/prompt-studio'
import type { CoveredPrompt } from '@recto/contract/prompt-studio/prompts'
import { wireDefaults } from '../../../testing/wire-defaults.ts'

/** A visitor's project as its public link gives it: a field, two documents and a value. */

const timestamp = '2026-03-01T08:00:00.000000Z'
const stamps = {
  created_by: null,
  modified_by: null,
  created_at: timestamp,
  modified_at: timestamp,
}
const idOf = (kind: number, number = 1) => `${kind}0000000-0000-4000-8000-00000000000${number}`

export const projectId = idOf(1)

export const profile: LlmProfile = {
  ...wireDefaults(profileFields),
  profile_id: idOf(2),
  profile_name: 'Default profile',
  llm: 'Built-in LLM',
  vector_store: 'Built-in VECTOR_DB',
  embedding_model: 'Built-in EMBEDDING',
  x2text: 'Built-in X2TEXT',
  prompt_studio_tool: projectId,
  is_default: true,
  ...stamps,
}

const documentOf = (number: number, document_name: string): PromptDocument => ({
  document_id: idOf(3, number),
  document_name,
  tool: projectId,
})

export const march = documentOf(1, 'march.pdf')
export const april = documentOf(2, 'april.pdf')

const total: CoveredPrompt = {
  ...wireDefaults(promptFields),
  ...wireDefaults(promptSwitches),
  prompt_id: idOf(4),
  prompt_key: 'total',
  prompt: 'What is the total?',
  tool_id: projectId,
  profile_manager: profile.profile_id,
  follows_default_profile: true,
  sequence_number: 1,
  enforce_type: 'number',
  output_metadata: {},
  has_line_item_history: false,
  coverage: [],
  ...stamps,
}

export const project: Project = {
  ...wireDefaults(projectFields),
  tool_id: projectId,
  tool_name: 'Invoices',
  description: '',
  author: 'A visitor',
  output: march.document_id,
  log_id: idOf(5),
  preamble: '',
  postamble: '',
  enable_highlight: true,
  shared_users: [],
  organization: 0,
  prompts: [total],
  created_by_email: '',
  ...stamps,
}

export const output: PromptOutput = {
  prompt_output_id: idOf(6),
  prompt_id: total.prompt_id,
  document_manager: march.document_id,
  profile_manager: profile.profile_id,
  tool_id: projectId,
  is_single_pass_extract: false,
  output: '5670.0',
  context: [],
  challenge_data: null,
  escalation: null,
  highlight_data: null,
  confidence_data: null,
  word_confidence_data: null,
  confidence: null,
  calibration: null,
  evidence_data: [{ page: 1, boxes: [[300, 500, 360, 512]], quote: '5,670.00', match: 'exact' }],
  explanation: null,
  list_report: null,
  eval_metrics: [],
  run_id: idOf(7),
  origin: 'run',
  stale: [],
  token_usage: {
    embedding_tokens: null,
    prompt_tokens: null,
    completion_tokens: null,
    total_tokens: null,
    cost_in_dollars: null,
  },
  coverage: [march.document_id],
  ...stamps,
}
