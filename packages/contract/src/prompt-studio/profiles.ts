import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { changeShape, newShape, pickWay, replyShape } from '../wire/fields.ts'
import { NoBody, Timestamp } from '../wire/wire.ts'
import { profileFields } from './profile-fields.ts'

/** How many profiles a project may have. */
export const maxProfiles = 4

/** The adapters of a profile are names here, and ids in what is sent. */
export const LlmProfile = z.object({
  profile_id: z.uuid(),
  ...replyShape(profileFields),
  prompt_studio_tool: z.uuid(),
  created_by: z.number().int().nullable(),
  modified_by: z.number().int().nullable(),
  created_at: Timestamp,
  modified_at: Timestamp,
})
export type LlmProfile = z.output<typeof LlmProfile>

const ProfileFields = z.object(newShape(profileFields))
export type ProfileFields = z.output<typeof ProfileFields>

/**
 * With `expected`, nothing is changed unless these fields still read as the caller saw them: else 409,
 * which names those that do not, and what another person or tab has stored meanwhile stays.
 */
const ProfileChanges = z.object({
  ...changeShape(profileFields),
  expected: z
    .object(replyShape(pickWay(profileFields, 'expected')))
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
