import { z } from 'zod'
import { Owner, ownership, SharedGroup } from '../organizations/sharing.ts'
import { endpoint } from '../wire/endpoint.ts'
import { changeShape, newShape, pickWay, replyShape } from '../wire/fields.ts'
import { listOrPageOf, OptionalPaging } from '../wire/paging.ts'
import { NoBody, Timestamp, UserKey } from '../wire/wire.ts'
import { RetrievalStrategy } from './profile-fields.ts'
import { Grammar, projectFields } from './project-fields.ts'
import { CoveredPrompt } from './prompts.ts'

/** The wire calls a project a custom tool. */
export const Project = z.object({
  tool_id: z.uuid(),
  log_id: z.uuid(),
  ...replyShape(projectFields),
  shared_users: z.array(z.number().int()),
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

/** Replaces the whole list. */
const sharedUsers = { shared_users: z.array(UserKey).optional() }

/** Whatever else a client sends back, ids, times and prompts among them, is ignored. */
const ProjectFields = z.object({ ...newShape(projectFields), ...sharedUsers })
export type ProjectFields = z.output<typeof ProjectFields>

/**
 * With `expected`, nothing is changed unless these fields are still what the caller saw: else 409, which
 * names those that are not, and what another person or tab has stored meanwhile stays.
 */
const ProjectChanges = z.object({
  ...changeShape(projectFields),
  ...sharedUsers,
  /** Marks this profile as the one that summarises. Clients write none as an empty text, too. */
  summarize_llm_profile: z
    .union([z.uuid(), z.literal('')])
    .nullable()
    .transform((id) => id || null)
    .optional(),
  expected: z
    .object({
      ...replyShape(pickWay(projectFields, 'expected')),
      /** Clients do not distinguish no grammar from an empty one. */
      prompt_grammer: Grammar,
      summarize_llm_profile: z.uuid().nullable(),
    })
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

/** The adapters that the caller may choose in a profile: names by their ids. */
export const getAdapterChoices = endpoint({
  method: 'GET',
  path: '/prompt-studio/adapter-choices/',
  who: 'member',
  reply: z.object({
    llm: Choices,
    embedding_model: Choices,
    vector_store: Choices,
    x2text: Choices,
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
