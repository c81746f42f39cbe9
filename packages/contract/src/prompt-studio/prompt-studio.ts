import { z } from 'zod'
import { Owner, ownership, SharedGroup } from '../organizations/sharing.ts'
import { endpoint } from '../wire/endpoint.ts'
import { nameText } from '../wire/names.ts'
import { listOrPageOf, OptionalPaging } from '../wire/paging.ts'
import { CustomData, NoBody, Timestamp, UserKey } from '../wire/wire.ts'
import { Checks } from './checks.ts'
import { HiddenTextPolicy } from './hidden-text.ts'
import { Masking } from './masking.ts'
import { RetrievalStrategy } from './profiles.ts'
import { CoveredPrompt } from './prompts.ts'

/** A word and its synonyms, as they may stand in documents. */
export const Grammar = z.record(z.string(), z.array(z.string()))

/** The wire calls a project a custom tool. */
export const Project = z.object({
  tool_id: z.uuid(),
  tool_name: z.string(),
  description: z.string(),
  author: z.string(),
  icon: z.string(),
  /** The id of the document that is selected in the studio, or empty. */
  output: z.string(),
  log_id: z.uuid(),
  summarize_context: z.boolean(),
  summarize_as_source: z.boolean(),
  summarize_prompt: z.string(),
  preamble: z.string(),
  postamble: z.string(),
  prompt_grammer: Grammar.nullable(),
  monitor_llm: z.uuid().nullable(),
  exclude_failed: z.boolean(),
  single_pass_extraction_mode: z.boolean(),
  challenge_llm: z.uuid().nullable(),
  enable_challenge: z.boolean(),
  enable_highlight: z.boolean(),
  /** Ours: whether prompts are answered from data that documents carry, where they have any. */
  enable_embedded_data: z.boolean(),
  /** Ours: what is masked where texts go to adapters that are outside. */
  masking: Masking,
  /** Ours: what becomes of text that nobody sees. */
  hidden_text_policy: HiddenTextPolicy,
  /** Ours: what is true of the values of every document. */
  checks: Checks,
  /** Data that prompts can refer to as `{{custom_data.a.b}}` in the studio. */
  custom_data: CustomData.nullable(),
  shared_users: z.array(z.number().int()),
  shared_to_org: z.boolean(),
  organization: z.number().int(),
  created_by: z.number().int().nullable(),
  modified_by: z.number().int().nullable(),
  created_at: Timestamp,
  modified_at: Timestamp,
  /** Absent when there is none. */
  default_profile: z.uuid().optional(),
  summarize_llm_profile: z.uuid().optional(),
  /** Ordered by sequence number; includes notes. */
  prompts: z.array(CoveredPrompt),
  created_by_email: z.string().optional(),
  /** Present while the project is shared publicly. */
  share_id: z.uuid().optional(),
})
export type Project = z.output<typeof Project>

/** A row of the list. Notes are not counted. */
export const ListedProject = Project.partial({ prompts: true }).extend({
  prompt_count: z.number().int(),
  ...ownership,
})
export type ListedProject = z.output<typeof ListedProject>

const Line = nameText(255)
const Text = z.string().nullable().optional()

/** Whatever else a client sends back, ids, times and prompts among them, is ignored. */
const ProjectFields = z.object({
  tool_name: Line,
  description: z.string().trim().min(1),
  author: Line,
  icon: Text,
  output: Text,
  summarize_context: z.boolean().optional(),
  summarize_as_source: z.boolean().optional(),
  summarize_prompt: Text,
  preamble: Text,
  postamble: Text,
  prompt_grammer: Grammar.nullable().optional(),
  monitor_llm: z.uuid().nullable().optional(),
  exclude_failed: z.boolean().optional(),
  single_pass_extraction_mode: z.boolean().optional(),
  challenge_llm: z.uuid().nullable().optional(),
  enable_challenge: z.boolean().optional(),
  enable_highlight: z.boolean().optional(),
  enable_embedded_data: z.boolean().optional(),
  masking: Masking.optional(),
  hidden_text_policy: HiddenTextPolicy.optional(),
  checks: Checks.optional(),
  custom_data: CustomData.nullable().optional(),
  /** Replaces the whole list. */
  shared_users: z.array(UserKey).optional(),
  shared_to_org: z.boolean().optional(),
})
export type ProjectFields = z.output<typeof ProjectFields>

/**
 * With `expected`, nothing is changed unless these fields are still what the caller saw: else 409, which
 * names those that are not, and what another person or tab has stored meanwhile stays.
 */
const ProjectChanges = ProjectFields.partial().extend({
  /** Marks this profile as the one that summarises. */
  /** Clients write none as an empty text, too. */
  summarize_llm_profile: z
    .union([z.uuid(), z.literal('')])
    .nullable()
    .transform((id) => id || null)
    .optional(),
  expected: Project.pick({
    tool_name: true,
    description: true,
    author: true,
    summarize_context: true,
    summarize_as_source: true,
    summarize_prompt: true,
    preamble: true,
    postamble: true,
    single_pass_extraction_mode: true,
    challenge_llm: true,
    enable_challenge: true,
    enable_highlight: true,
    enable_embedded_data: true,
    masking: true,
    hidden_text_policy: true,
    checks: true,
  })
    .extend({ prompt_grammer: Grammar, summarize_llm_profile: z.uuid().nullable() })
    .partial()
    .optional(),
})
export type ProjectChanges = z.output<typeof ProjectChanges>

const ToolId = z.object({ tool_id: z.uuid() })

const ProjectQuery = OptionalPaging.extend({
  /** `false` leaves the prompts out, of which there may be many. */
  include_prompts: z.string().optional(),
  tool_name: z.string().max(255).optional(),
})
export type ProjectQuery = z.output<typeof ProjectQuery>

/**
 * Own projects, those shared with the caller and those shared with the organization: all of them, or a
 * page when one is asked for.
 */
export const listProjects = endpoint({
  method: 'GET',
  path: '/prompt-studio/',
  who: 'member',
  query: ProjectQuery,
  reply: listOrPageOf(ListedProject),
})

/** A profile of the caller's default adapters is made with it, when they are complete and usable. */
export const createProject = endpoint({
  method: 'POST',
  path: '/prompt-studio/',
  who: 'member',
  status: 201,
  bodySize: 'texts',
  body: ProjectFields,
  reply: Project,
})

export const getProject = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/',
  who: 'member',
  params: ToolId,
  reply: Project,
})

/** Absent fields keep their value. */
export const updateProject = endpoint({
  method: 'PUT',
  path: '/prompt-studio/:tool_id/',
  who: 'member',
  params: ToolId,
  bodySize: 'texts',
  body: ProjectChanges,
  reply: Project,
})

export const patchProject = endpoint({
  method: 'PATCH',
  path: '/prompt-studio/:tool_id/',
  who: 'member',
  params: ToolId,
  bodySize: 'texts',
  body: ProjectChanges,
  reply: Project,
})

/** Owner only; 500 `server_error` while a workflow uses its tool. */
export const deleteProject = endpoint({
  method: 'DELETE',
  path: '/prompt-studio/:tool_id/',
  who: 'member',
  status: 204,
  params: ToolId,
  reply: NoBody,
})

/**
 * Brings back a prompt, a note or a document that was deleted a moment ago, under its own id and with its
 * outputs. Afterwards it is 404; a name that has been given again meanwhile is a `client_error`.
 */
export const restoreItem = endpoint({
  method: 'POST',
  path: '/prompt-studio/:tool_id/restore/',
  who: 'member',
  params: ToolId,
  body: z.object({ id: z.uuid() }),
  reply: z.object({ restored: z.enum(['prompt', 'document']) }),
})

const Person = z.object({ id: z.number().int(), username: z.string() })

export const listProjectUsers = endpoint({
  method: 'GET',
  path: '/prompt-studio/users/:tool_id/',
  who: 'member',
  params: ToolId,
  reply: z.object({
    tool_id: z.uuid(),
    tool_name: z.string(),
    created_by: Person.nullable(),
    shared_users: z.array(Person),
    co_owners: z.array(Owner).optional(),
    shared_to_org: z.boolean(),
    shared_groups: z.array(SharedGroup),
  }),
})

const Choices = z.record(z.string(), z.string())

/** Forms offer the values of each list, not the keys. */
export const getSelectChoices = endpoint({
  method: 'GET',
  path: '/prompt-studio/select_choices/',
  who: 'member',
  reply: z.object({
    combined_output: Choices,
    choose_llm: Choices,
    output_type: Choices,
    output_processing: Choices,
    embedding: Choices,
    retrieval_strategy: Choices,
    vector_store: Choices,
  }),
})

/** Returns the default texts of a new project, to restore them after a change. */
export const getDefaultTexts = endpoint({
  method: 'GET',
  path: '/prompt-studio/default_texts/',
  who: 'member',
  reply: z.object({ preamble: z.string(), postamble: z.string(), summarize_prompt: z.string() }),
})

const StrategyAbout = z.object({
  key: RetrievalStrategy,
  title: z.string(),
  icon: z.string(),
  description: z.string(),
  best_for: z.array(z.string()),
  token_usage: z.string(),
  cost_impact: z.string(),
  technical_details: z.string(),
})

/** Keyed by the names of the strategies. */
export const getRetrievalStrategies = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/get_retrieval_strategies/',
  who: 'member',
  params: ToolId,
  reply: z.record(RetrievalStrategy, StrategyAbout),
})

/** Newer clients ask before a project is used. There are no lookups here, so nothing about them is wrong. */
export const validateLookups = endpoint({
  method: 'GET',
  path: '/prompt-studio/:tool_id/lookup-validation/',
  who: 'member',
  params: ToolId,
  reply: z.object({
    ok: z.boolean(),
    draft_lookups: z.array(z.string()),
    multi_var_lookups: z.array(z.string()),
    incomplete_lookups: z.array(z.string()),
    single_pass_enabled: z.boolean(),
  }),
})
