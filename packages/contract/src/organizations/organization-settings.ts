import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'

export const OrganizationSettings = z.object({
  /** When true, only admins may configure models, because these cost money. */
  restrict_llm_adapter_creation: z.boolean(),
  restrict_connector_creation: z.boolean(),
  /** It says whose sign-in by password needs a second factor. */
  second_factor: z.enum(['optional', 'admins', 'everyone']),
  /** Whether agents may work in the organization, with a platform key, through the server of the Model Context Protocol. */
  allows_agents: z.boolean(),
})
export type OrganizationSettings = z.output<typeof OrganizationSettings>

export const getOrganizationSettings = endpoint({
  method: 'GET',
  path: '/organization/settings',
  who: 'admin',
  reply: OrganizationSettings,
})

export const changeOrganizationSettings = endpoint({
  method: 'PATCH',
  path: '/organization/settings',
  who: 'admin',
  bodySize: 'small',
  refusals: 'message',
  body: OrganizationSettings.partial(),
  reply: OrganizationSettings,
})
