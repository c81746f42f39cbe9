import { z } from 'zod'
import { fieldsOf } from '../wire/describe-fields.ts'
import { endpoint } from '../wire/endpoint.ts'
import { nameText } from '../wire/names.ts'
import { listOrPageOf, OptionalPaging } from '../wire/paging.ts'
import { NoBody, Timestamp, UserKey } from '../wire/wire.ts'

/**
 * Direction of the data: INPUT is read from the connector, OUTPUT is written to it. Case-sensitive.
 */
export const ConnectorType = z.enum(['INPUT', 'OUTPUT'])
export type ConnectorType = z.output<typeof ConnectorType>

export const ConnectorMode = z.enum(['FILE_SYSTEM', 'DATABASE', 'HTTP'])
export type ConnectorMode = z.output<typeof ConnectorMode>

/** Settings drawn from the provider's JSON Schema. Unknown keys are kept and returned. */
const ConnectorMetadata = z.record(z.string(), z.unknown())

export const CatalogueConnector = z.object({
  /** Catalogue id, `name|uuid`. */
  id: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  connector_mode: ConnectorMode,
  can_read: z.boolean(),
  can_write: z.boolean(),
})
export type CatalogueConnector = z.output<typeof CatalogueConnector>

const Person = z.object({ id: z.number().int(), email: z.string() })

export const Connector = z.object({
  id: z.uuid(),
  created_at: Timestamp,
  modified_at: Timestamp,
  connector_name: z.string(),
  connector_id: z.string(),
  /** Empty for those who may use it and not see its settings. */
  connector_metadata: ConnectorMetadata,
  connector_version: z.string(),
  connector_type: ConnectorType.nullable(),
  connector_mode: ConnectorMode,
  /** The numeric key of the organization, not its id in paths. */
  organization: z.number().int(),
  workflow: z.uuid().nullable(),
  created_by: z.number().int().nullable(),
  modified_by: z.number().int().nullable(),
  created_by_email: z.string().nullable(),
  icon: z.string(),
  shared_to_org: z.boolean(),
  shared_users: z.array(z.number().int()),
  shared_groups: z.array(z.number().int()),
  is_owner: z.boolean(),
  co_owners_count: z.number().int(),
  /**
   * Whether the caller may use it. If not, they see it because a workflow uses it, and the settings and lists above
   * are empty.
   */
  is_usable: z.boolean(),
  /**
   * Names of the settings whose secrets stayed in the installation that it was copied from. Until somebody enters
   * them, it cannot be used.
   */
  missing_secrets: z.array(z.string()),
  /** Present if it has an address that receives mail. */
  has_mail_address: z.literal(true).optional(),
})
export type Connector = z.output<typeof Connector>

/** A connector as everybody may see it who sees a workflow that uses it. */
export const ConnectorSummary = Connector.pick({
  id: true,
  connector_name: true,
  connector_id: true,
  connector_mode: true,
  created_by_email: true,
  icon: true,
  is_usable: true,
}).extend({
  /** Name of its service, such as Amazon S3; null for a service that this installation does not have. */
  provider_name: z.string().nullable(),
})
export type ConnectorSummary = z.output<typeof ConnectorSummary>

const ConnectorKey = z.object({ id: z.uuid() })

/** Identifies the completed sign-in of a connector that uses one, until the connector is saved. */
const SignedIn = z.object({ 'oauth-key': z.string().min(1).max(500).optional() })

/**
 * `type` is missing or unknown: `client_error`. A mode may be written without its underscore.
 */
export const listSupportedConnectors = endpoint({
  method: 'GET',
  path: '/supported_connectors/',
  who: 'member',
  query: z.object({ type: z.string().optional(), connector_mode: z.string().optional() }),
  reply: z.array(CatalogueConnector),
})

/** A missing, empty or unknown id is refused by the handler as `client_error`, code `error`. */
export const getConnectorSchema = endpoint({
  method: 'GET',
  path: '/connector_schema/',
  who: 'member',
  query: z.object({ id: z.string().default('') }),
  reply: z.union([
    z.object({
      oauth: z.boolean(),
      python_social_auth_backend: z.string(),
      json_schema: z.record(z.string(), z.unknown()),
    }),
    z.strictObject({}),
  ]),
})

/** The settings here may carry the key of a sign-in, and sealed secrets of a connector of the caller. */
export const testConnector = endpoint({
  method: 'POST',
  path: '/test_connectors/',
  who: 'member',
  body: z.object({
    connector_id: z.string().min(1).max(128),
    connector_metadata: ConnectorMetadata,
  }),
  reply: z.object({ is_valid: z.boolean() }),
})

export const listConnectors = endpoint({
  method: 'GET',
  path: '/connector/',
  who: 'member',
  query: OptionalPaging.extend({
    workflow: z.uuid().optional(),
    created_by: UserKey.optional(),
    connector_type: ConnectorType.optional(),
    connector_mode: z.string().optional(),
    connector_name: z.string().max(128).optional(),
  }),
  reply: listOrPageOf(Connector),
})

const ConnectorFields = z.object({
  connector_id: z.string().min(1).max(128),
  /** Absent: what the form proposes. */
  connector_name: nameText(128).optional(),
  connector_metadata: ConnectorMetadata,
  connector_type: ConnectorType.nullable().optional(),
  workflow: z.uuid().nullable().optional(),
  shared_to_org: z.boolean().optional(),
})

/** A name that is already used is a `client_error`. 408 for a sign-in that is none, or has ended. */
export const createConnector = endpoint({
  method: 'POST',
  path: '/connector/',
  who: 'member',
  status: 201,
  query: SignedIn,
  body: ConnectorFields,
  reply: Connector,
})

export const describeConnectorFields = fieldsOf(createConnector)

export const getConnector = endpoint({
  method: 'GET',
  path: '/connector/:id/',
  who: 'member',
  params: ConnectorKey,
  reply: Connector,
})

/** Absent fields keep their value; of what it is a connector to is never changed. */
export const updateConnector = endpoint({
  method: 'PUT',
  path: '/connector/:id/',
  who: 'member',
  params: ConnectorKey,
  query: SignedIn,
  body: ConnectorFields.partial(),
  reply: Connector,
})

export const patchConnector = endpoint({ ...updateConnector, method: 'PATCH' })

/** 409 while a workflow uses it. */
export const deleteConnector = endpoint({
  method: 'DELETE',
  path: '/connector/:id/',
  who: 'member',
  status: 204,
  params: ConnectorKey,
  reply: NoBody,
})

const Named = z.object({ id: z.number().int(), name: z.string() })

export const listConnectorUsers = endpoint({
  method: 'GET',
  path: '/connector/users/:id/',
  who: 'member',
  params: ConnectorKey,
  reply: z.object({
    id: z.uuid(),
    connector_name: z.string(),
    shared_users: z.array(Person),
    shared_to_org: z.boolean(),
    shared_groups: z.array(Named),
    co_owners: z.array(Person),
    created_by: Person.nullable(),
  }),
})

export const FileRow = z.object({
  /** The whole path inside the connector: what to ask for its own listing by. */
  name: z.string(),
  type: z.enum(['file', 'directory']),
  /** Has a space between date and time. */
  modified_at: z.string().nullable(),
  content_type: z.string().nullable(),
  /** Bytes; 0 where the service does not say. */
  size: z.number(),
  /** Present for a folder that stands for one thing, such as a mail with its attachments. */
  is_unit: z.literal(true).optional(),
})
export type FileRow = z.output<typeof FileRow>

const FileQuery = z.object({ connector_id: z.uuid(), path: z.string().min(1).max(4000) })

/** How many entries of a folder, or tables of a database, are shown at a time. */
export const maxFileRows = 1000

/** Counted from one. What lies before a page is passed over again, so it cannot be any. */
const Page = z.coerce.number().int().min(1).max(100).optional()

/** The entries of a folder, from the first on unless a page is asked for; `x-has-more: true` when it has others. */
export const listFiles = endpoint({
  method: 'GET',
  path: '/file',
  who: 'member',
  query: FileQuery.extend({ page: Page }),
  reply: z.array(FileRow),
})

/** The bytes, as an attachment. */
export const downloadFile = endpoint({
  method: 'GET',
  path: '/file/download',
  who: 'member',
  exportsData: true,
  query: FileQuery,
  reply: z.never(),
})

/** PDFs, as the field `file`, into a folder. */
export const uploadFiles = endpoint({
  method: 'POST',
  path: '/file/upload',
  who: 'member',
  accepts: 'multipart',
  body: FileQuery,
  reply: z.object({ message: z.string() }),
})

const ConnectorTable = z.object({ schema: z.string().nullable(), name: z.string() })

/** The tables of a database, from the first on unless a page is asked for; `x-has-more: true` when it has others. */
export const listConnectorTables = endpoint({
  method: 'GET',
  path: '/connector/:id/tables/',
  who: 'member',
  params: ConnectorKey,
  query: z.object({ page: Page }),
  reply: z.array(ConnectorTable),
})

const ConnectorColumn = z.object({
  name: z.string(),
  /** Type name as the service reports it. */
  type: z.string(),
  is_nullable: z.boolean(),
})

/** 404 when there is no such table. */
export const listConnectorColumns = endpoint({
  method: 'GET',
  path: '/connector/:id/columns/',
  who: 'member',
  params: ConnectorKey,
  query: z.object({ schema: z.string().max(255).optional(), table: z.string().min(1).max(255) }),
  reply: z.array(ConnectorColumn),
})
