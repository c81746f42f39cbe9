import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { NoBody, Timestamp, UserKey } from '../wire/wire.ts'

const Person = z.object({ id: z.number().int(), username: z.string() })
const ToolId = z.object({ tool_id: z.uuid() })

/** Characters of the reason for which something is published that answers truths worse. */
export const maxReasonLength = 1000

/**
 * Makes a tool of the project, or makes its tool anew under the same id. A refusal is a 500
 * `server_error`; with code `warning` it can be overcome by `force_export`. With code `worse` a value that is known to
 * be right would be answered worse than by the published version, with `not_verified` that is not known: a reason
 * overrides both, and is kept in the audit log.
 */
export const exportTool = endpoint({
  method: 'POST',
  path: '/prompt-studio/export/:tool_id/',
  who: 'member',
  params: ToolId,
  body: z.object({
    is_shared_with_org: z.boolean().default(false),
    user_id: z.array(UserKey).default([]),
    force_export: z.boolean().default(false),
    override_reason: z.string().trim().min(1).max(maxReasonLength).optional(),
  }),
  reply: z.object({ message: z.string() }),
})

/** 204 without a body when the project was never exported. */
export const getExport = endpoint({
  method: 'GET',
  path: '/prompt-studio/export/:tool_id/',
  who: 'member',
  params: ToolId,
  reply: z
    .object({
      name: z.string(),
      shared_users: z.array(Person),
      shared_to_org: z.boolean(),
      prompt_studio_users: z.array(Person),
    })
    .optional(),
})

const ToolOutput = z.looseObject({
  name: z.string(),
  prompt: z.string(),
  type: z.string(),
  active: z.boolean(),
  required: z.enum(['all', 'any']).nullable(),
})

const ToolMetadata = z.looseObject({
  name: z.string(),
  description: z.string(),
  author: z.string(),
  /** The project's id. */
  tool_id: z.uuid(),
  tool_settings: z.record(z.string(), z.unknown()),
  outputs: z.array(ToolOutput),
})

export const RegisteredTool = z.object({
  prompt_registry_id: z.uuid(),
  name: z.string(),
  description: z.string(),
  tool_property: z.record(z.string(), z.unknown()),
  tool_spec: z.record(z.string(), z.unknown()),
  tool_metadata: ToolMetadata,
  icon: z.string(),
  url: z.string(),
  custom_tool: z.uuid(),
  shared_to_org: z.boolean(),
  shared_users: z.array(z.number().int()),
  organization: z.number().int(),
  created_by: z.number().int().nullable(),
  modified_by: z.number().int().nullable(),
  created_at: Timestamp,
  modified_at: Timestamp,
})
export type RegisteredTool = z.output<typeof RegisteredTool>

/** 409 while a workflow uses the tool. */
export const deleteTool = endpoint({
  method: 'DELETE',
  path: '/prompt-studio/registry/:id/',
  who: 'member',
  status: 204,
  params: z.object({ id: z.uuid() }),
  reply: NoBody,
})

/** Without a filter the reply is empty. */
export const listRegistry = endpoint({
  method: 'GET',
  path: '/prompt-studio/registry/',
  who: 'member',
  query: z.object({
    prompt_registry_id: z.string().optional(),
    custom_tool: z.string().optional(),
  }),
  reply: z.array(RegisteredTool),
})
