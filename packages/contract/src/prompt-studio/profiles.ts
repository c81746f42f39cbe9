import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { nameText } from '../wire/names.ts'
import { NoBody, Timestamp } from '../wire/wire.ts'

export const RetrievalStrategy = z.enum([
  'simple',
  'subquestion',
  'fusion',
  'recursive',
  'router',
  'keyword_table',
  'automerging',
])
export type RetrievalStrategy = z.output<typeof RetrievalStrategy>

/** How many profiles a project may have. */
export const maxProfiles = 4

/** The adapters of a profile are names here, and ids in what is sent. */
export const LlmProfile = z.object({
  profile_id: z.uuid(),
  profile_name: z.string(),
  llm: z.string(),
  vector_store: z.string(),
  embedding_model: z.string(),
  x2text: z.string(),
  /** 0: the document is not split, the whole text is the context. */
  chunk_size: z.number().int().nullable(),
  chunk_overlap: z.number().int().nullable(),
  reindex: z.boolean(),
  retrieval_strategy: RetrievalStrategy,
  similarity_top_k: z.number().int().nullable(),
  /** Ours: whether chunks are searched by their words as well as by their meaning. */
  hybrid_search: z.boolean(),
  section: z.string().nullable(),
  prompt_studio_tool: z.uuid(),
  is_default: z.boolean(),
  is_summarize_llm: z.boolean(),
  created_by: z.number().int().nullable(),
  modified_by: z.number().int().nullable(),
  created_at: Timestamp,
  modified_at: Timestamp,
})
export type LlmProfile = z.output<typeof LlmProfile>

/** Forms send whole numbers as text once they were edited. */
const Count = z
  .union([
    z.number().int().min(0).max(999_999_999),
    z
      .string()
      .regex(/^\d{1,9}$/, 'A valid integer is required.')
      .transform(Number),
  ])
  .nullable()
  .optional()

/** An adapter's id; its name is understood too, because that is what a profile reads as. */
const AdapterRef = z.string().min(1).max(128)

const ProfileFields = z.object({
  profile_name: nameText(255),
  llm: AdapterRef,
  vector_store: AdapterRef,
  embedding_model: AdapterRef,
  x2text: AdapterRef,
  chunk_size: Count,
  chunk_overlap: Count,
  reindex: z.boolean().optional(),
  retrieval_strategy: RetrievalStrategy.optional(),
  similarity_top_k: Count,
  hybrid_search: z.boolean().optional(),
  section: z.string().nullable().optional(),
  is_default: z.boolean().optional(),
  is_summarize_llm: z.boolean().optional(),
})
export type ProfileFields = z.output<typeof ProfileFields>

/**
 * With `expected`, nothing is changed unless these fields still read as the caller saw them: else 409,
 * which names those that do not, and what another person or tab has stored meanwhile stays.
 */
const ProfileChanges = ProfileFields.partial().extend({
  expected: LlmProfile.pick({
    profile_name: true,
    llm: true,
    vector_store: true,
    embedding_model: true,
    x2text: true,
    chunk_size: true,
    chunk_overlap: true,
    reindex: true,
    retrieval_strategy: true,
    similarity_top_k: true,
    hybrid_search: true,
  })
    .partial()
    .optional(),
})
export type ProfileChanges = z.output<typeof ProfileChanges>

const ToolId = z.object({ tool_id: z.uuid() })
const ProfileId = z.object({ profile_id: z.uuid() })

export const listProfiles = endpoint({
  method: 'GET',
  path: '/prompt-studio/prompt-studio-profile/:tool_id/',
  who: 'member',
  params: ToolId,
  reply: z.array(LlmProfile),
})

export const setDefaultProfile = endpoint({
  method: 'PATCH',
  path: '/prompt-studio/prompt-studio-profile/:tool_id/',
  who: 'member',
  params: ToolId,
  body: z.object({ default_profile: z.uuid() }),
  reply: z.object({ default_profile: z.uuid() }),
})

/** A fifth profile is 403, a name that the project already has a `client_error`. */
export const createProfile = endpoint({
  method: 'POST',
  path: '/prompt-studio/profilemanager/:tool_id/',
  who: 'member',
  status: 201,
  params: ToolId,
  body: ProfileFields,
  reply: LlmProfile,
})

/** The same call under the spelling that the other profile calls have. */
export const createProfileHyphenated = endpoint({
  ...createProfile,
  path: '/prompt-studio/profile-manager/:tool_id/',
})

export const getProfile = endpoint({
  method: 'GET',
  path: '/prompt-studio/profile-manager/:profile_id/',
  who: 'member',
  params: ProfileId,
  reply: LlmProfile,
})

/** Absent fields keep their value. */
export const updateProfile = endpoint({
  method: 'PUT',
  path: '/prompt-studio/profile-manager/:profile_id/',
  who: 'member',
  params: ProfileId,
  body: ProfileChanges,
  reply: LlmProfile,
})

export const patchProfile = endpoint({
  method: 'PATCH',
  path: '/prompt-studio/profile-manager/:profile_id/',
  who: 'member',
  params: ProfileId,
  body: ProfileChanges,
  reply: LlmProfile,
})

export const deleteProfile = endpoint({
  method: 'DELETE',
  path: '/prompt-studio/profile-manager/:profile_id/',
  who: 'member',
  status: 204,
  params: ProfileId,
  reply: NoBody,
})
