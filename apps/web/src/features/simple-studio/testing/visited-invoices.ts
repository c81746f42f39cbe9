import { noMasking } from '@recto/contract/prompt-studio/masking'
import type { LlmProfile } from '@recto/contract/prompt-studio/profiles'
import type { PromptDocument } from '@recto/contract/prompt-studio/prompt-documents'
import type { PromptOutput } from '@recto/contract/prompt-studio/prompt-outputs'
import type { Project } from '@recto/contract/prompt-studio/prompt-studio'
import type { CoveredPrompt } from '@recto/contract/prompt-studio/prompts'

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
  profile_id: idOf(2),
  profile_name: 'Default profile',
  llm: 'Built-in LLM',
  vector_store: 'Built-in VECTOR_DB',
  embedding_model: 'Built-in EMBEDDING',
  x2text: 'Built-in X2TEXT',
  chunk_size: 0,
  chunk_overlap: 0,
  reindex: false,
  retrieval_strategy: 'simple',
  similarity_top_k: 3,
  hybrid_search: true,
  section: 'Default',
  prompt_studio_tool: projectId,
  is_default: true,
  is_summarize_llm: false,
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
  prompt_id: idOf(4),
  prompt_key: 'total',
  prompt: 'What is the total?',
  tool_id: projectId,
  prompt_type: 'PROMPT',
  profile_manager: profile.profile_id,
  follows_default_profile: true,
  sequence_number: 1,
  enforce_type: 'number',
  required: null,
  active: true,
  output: '',
  output_metadata: {},
  has_line_item_history: false,
  is_assert: false,
  assert_prompt: null,
  assertion_failure_prompt: null,
  evaluate: true,
  eval_quality_faithfulness: true,
  eval_quality_correctness: true,
  eval_quality_relevance: true,
  eval_security_pii: true,
  eval_guidance_toxicity: true,
  eval_guidance_completeness: true,
  coverage: [],
  ...stamps,
}

export const project: Project = {
  tool_id: projectId,
  tool_name: 'Invoices',
  description: '',
  author: 'A visitor',
  icon: '',
  output: march.document_id,
  log_id: idOf(5),
  summarize_context: false,
  summarize_as_source: false,
  summarize_prompt: '',
  preamble: '',
  postamble: '',
  prompt_grammer: null,
  monitor_llm: null,
  exclude_failed: true,
  single_pass_extraction_mode: false,
  challenge_llm: null,
  enable_challenge: false,
  enable_embedded_data: true,
  masking: noMasking,
  hidden_text_policy: 'leave_out',
  checks: [],
  enable_highlight: true,
  custom_data: null,
  shared_users: [],
  shared_to_org: false,
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
