import { z } from 'zod'
import { Owner, ownership, SharedGroup } from '../organizations/sharing.ts'
import { fieldsOf } from '../wire/describe-fields.ts'
import { endpoint } from '../wire/endpoint.ts'
import { visibleText } from '../wire/names.ts'
import { listOrPageOf, OptionalPaging } from '../wire/paging.ts'
import { NoBody, Timestamp, UserKey } from '../wire/wire.ts'

/** Case-sensitive everywhere on the wire. */
export const AdapterType = z.enum(['LLM', 'VECTOR_DB', 'EMBEDDING', 'X2TEXT', 'OCR'])
export type AdapterType = z.output<typeof AdapterType>

/** Settings drawn from the provider's JSON Schema. Unknown keys are kept and returned. */
const AdapterMetadata = z.record(z.string(), z.unknown())

/**
 * Replaces a stored secret in a reply: `sealed:<instance>:<field>`. A client that edits an adapter
 * sends it back unchanged, and the server restores the stored value. That of another installation is accepted when an
 * adapter is created, which then misses the secret.
 */
export const SEALED = /^sealed:[^:]+:.+$/

/** Set for services that people sign in to instead of entering a key; no adapter is one today. */
const SignIn = { oauth: z.boolean(), python_social_auth_backend: z.string() }

export const CatalogueAdapter = z.object({
  /** Catalogue id, `name|uuid`. */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  adapter_type: AdapterType,
  ...SignIn,
})
export type CatalogueAdapter = z.output<typeof CatalogueAdapter>

/** Whether the service behind an adapter can still be called. */
const Availability = z.object({
  is_available: z.boolean(),
  is_deprecated: z.boolean(),
  deprecation_metadata: z
    .object({ reason: z.string(), adapter_name: z.string(), adapter_type: AdapterType })
    .optional(),
})
export type Availability = z.output<typeof Availability>

export const AdapterListItem = z.object({
  /** Omitted for readers of a public link. */
  ...Availability.partial().shape,
  id: z.uuid(),
  adapter_id: z.string(),
  adapter_name: z.string(),
  adapter_type: AdapterType,
  created_by: z.number().int().nullable(),
  description: z.string().nullable(),
  icon: z.string(),
  /** Ours: what goes there leaves the house, so that projects can mask it. Not told to followers of a public link. */
  is_outside: z.boolean().optional(),
  /** Absent when the settings name no model. */
  model: z.string().optional(),
  created_by_email: z.string().nullable(),
  created_at: Timestamp.optional(),
  modified_at: Timestamp.optional(),
  /**
   * Names of the settings whose secrets stayed in the installation that it was copied from. Until somebody enters
   * them, it cannot be used.
   */
  missing_secrets: z.array(z.string()).optional(),
  ...ownership,
  /** Present while it has not answered several times in a row, and is therefore asked less. */
  trouble: z.object({ message: z.string(), since: Timestamp }).optional(),
})
export type AdapterListItem = z.output<typeof AdapterListItem>

export const Adapter = z.object({
  ...Availability.shape,
  id: z.uuid(),
  created_at: Timestamp,
  modified_at: Timestamp,
  adapter_name: z.string(),
  adapter_id: z.string(),
  adapter_type: AdapterType,
  /** The server adds `context_window_size` (0 if unknown) to every LLM adapter it returns. */
  adapter_metadata: AdapterMetadata,
  is_active: z.boolean(),
  is_outside: z.boolean(),
  shared_to_org: z.boolean(),
  is_friction_less: z.boolean(),
  is_usable: z.boolean(),
  /**
   * Names of the settings whose secrets stayed in the installation that it was copied from. Until somebody enters
   * them, it cannot be used.
   */
  missing_secrets: z.array(z.string()),
  description: z.string().nullable(),
  /** The numeric key of the organization, not its id in paths. */
  organization: z.number().int(),
  created_by: z.number().int().nullable(),
  modified_by: z.number().int().nullable(),
  shared_users: z.array(z.number().int()),
  icon: z.string(),
  created_by_email: z.string().nullable(),
})
export type Adapter = z.output<typeof Adapter>

const AdapterId = z.object({ id: z.uuid() })

const AdapterFields = z.object({
  adapter_id: z.string().min(1).max(128),
  adapter_name: z.string().min(1).max(128).check(visibleText),
  adapter_type: AdapterType,
  adapter_metadata: AdapterMetadata,
  description: z.string().nullable().optional(),
  shared_to_org: z.boolean().optional(),
  /** Ours: absent means not. */
  is_outside: z.boolean().optional(),
})

const AdapterChanges = AdapterFields.partial().extend({
  /** Replaces the whole list. */
  shared_users: z.array(UserKey).optional(),
})

/** A missing or unknown type is refused by the handler as `client_error`, code `error`. */
export const listSupportedAdapters = endpoint({
  method: 'GET',
  path: '/supported_adapters/',
  who: 'member',
  query: z.object({ adapter_type: z.string().default('') }),
  reply: z.array(CatalogueAdapter),
})

/** A missing, empty or unknown id is refused by the handler as `client_error`, code `error`. */
export const getAdapterSchema = endpoint({
  method: 'GET',
  path: '/adapter_schema/',
  who: 'member',
  query: z.object({ id: z.string().default('') }),
  reply: z.object({ json_schema: z.record(z.string(), z.unknown()), ...SignIn }),
})

export const FoundAdapter = z.object({
  adapter_id: z.string(),
  adapter_type: AdapterType,
  /** A proposal. */
  adapter_name: z.string(),
  adapter_metadata: AdapterMetadata,
  model: z.string(),
  icon: z.string(),
})
export type FoundAdapter = z.output<typeof FoundAdapter>

/**
 * What answers on the machine of the installation and could be created as it stands here. `look` knocks at
 * ports that other programs have as well.
 */
export const listLocalAdapters = endpoint({
  method: 'GET',
  path: '/adapter/local/',
  who: 'member',
  query: z.object({ adapter_type: AdapterType, look: z.enum(['true', 'false']).default('false') }),
  reply: z.array(FoundAdapter),
})

/** The settings here may carry `adapter_name`, and sealed secrets of an adapter of the caller. */
export const testAdapter = endpoint({
  method: 'POST',
  path: '/test_adapters/',
  who: 'member',
  body: z.object({
    adapter_id: z.string().min(1).max(128),
    adapter_metadata: AdapterMetadata,
    adapter_type: AdapterType,
  }),
  /** `notes`: what the service does in another way than the settings say, in sentences. */
  reply: z.object({ is_valid: z.boolean(), notes: z.array(z.string()).readonly().optional() }),
})

const AdapterQuery = OptionalPaging.extend({
  adapter_type: AdapterType.optional(),
  adapter_name: z.string().max(255).optional(),
})
export type AdapterQuery = z.output<typeof AdapterQuery>

export const listAdapters = endpoint({
  method: 'GET',
  path: '/adapter/',
  who: 'member',
  query: AdapterQuery,
  reply: listOrPageOf(AdapterListItem),
})

/** A name already used for the same type is a `client_error` at `adapter_name`, not a validation error. */
export const createAdapter = endpoint({
  method: 'POST',
  path: '/adapter/',
  who: 'member',
  status: 201,
  body: AdapterFields,
  reply: Adapter,
})

export const describeAdapterFields = fieldsOf(createAdapter)

export const getAdapter = endpoint({
  method: 'GET',
  path: '/adapter/:id/',
  who: 'member',
  params: AdapterId,
  reply: Adapter,
})

/** Absent fields keep their value. */
export const updateAdapter = endpoint({
  method: 'PUT',
  path: '/adapter/:id/',
  who: 'member',
  params: AdapterId,
  body: AdapterChanges,
  reply: Adapter,
})

export const patchAdapter = endpoint({
  method: 'PATCH',
  path: '/adapter/:id/',
  who: 'member',
  params: AdapterId,
  body: AdapterChanges,
  reply: Adapter,
})

/** 500 `server_error` when it is the caller's default of its type, 409 when a profile uses it. */
export const deleteAdapter = endpoint({
  method: 'DELETE',
  path: '/adapter/:id/',
  who: 'member',
  status: 204,
  params: AdapterId,
  reply: NoBody,
})

/** Meant for type LLM; `context_window_size` is absent where nobody knows it, and of other types. */
export const getAdapterInfo = endpoint({
  method: 'GET',
  path: '/adapter/info/:id/',
  who: 'member',
  params: AdapterId,
  reply: z.object({
    id: z.uuid(),
    adapter_id: z.string(),
    adapter_name: z.string(),
    adapter_type: AdapterType,
    created_by: z.number().int().nullable(),
    context_window_size: z.number().int().optional(),
    /** Ours: present for a model that accepts images of pages; `tokens_per_page` is null where nobody documents it. */
    image_input: z
      .object({ max_count: z.number().int(), tokens_per_page: z.number().int().nullable() })
      .optional(),
  }),
})

const Sharer = z.object({ id: z.number().int(), username: z.string() })

/** User objects carry the user name, not the e-mail address. */
export const listAdapterUsers = endpoint({
  method: 'GET',
  path: '/adapter/users/:id/',
  who: 'member',
  params: AdapterId,
  reply: z.object({
    id: z.uuid(),
    adapter_id: z.string(),
    adapter_name: z.string(),
    adapter_type: AdapterType,
    created_by: Sharer.nullable(),
    shared_users: z.array(Sharer),
    shared_to_org: z.boolean(),
    shared_groups: z.array(SharedGroup),
    co_owners: z.array(Owner).optional(),
  }),
})

export const DefaultTriad = z.object({
  id: z.number().int(),
  created_at: Timestamp,
  modified_at: Timestamp,
  organization_member: z.number().int(),
  default_llm_adapter: z.uuid().nullable(),
  default_embedding_adapter: z.uuid().nullable(),
  default_vector_db_adapter: z.uuid().nullable(),
  default_x2text_adapter: z.uuid().nullable(),
})
export type DefaultTriad = z.output<typeof DefaultTriad>

/** The caller's own defaults; `{}` when none was ever saved. */
export const getDefaultTriad = endpoint({
  method: 'GET',
  path: '/adapter/default_triad/',
  who: 'member',
  reply: DefaultTriad.partial(),
})

const TriadSlot = z
  .union([z.uuid(), z.literal('')])
  .nullable()
  .optional()

/** Absent, null and empty slots stay as they are: a slot cannot be cleared. */
export const setDefaultTriad = endpoint({
  method: 'POST',
  path: '/adapter/default_triad/',
  who: 'member',
  body: z.object({
    llm_default: TriadSlot,
    embedding_default: TriadSlot,
    vector_db_default: TriadSlot,
    x2text_default: TriadSlot,
  }),
  reply: NoBody,
})
