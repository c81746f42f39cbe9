import { z } from 'zod'
import { endpoint } from '../wire/endpoint.ts'
import { JsonValue, Timestamp } from '../wire/wire.ts'

/** Rows on one page at most. */
const auditPageSize = 200

const Values = z.record(z.string(), JsonValue).nullable()

export const AuditEntry = z.object({
  id: z.number().int(),
  made_at: Timestamp,
  /** Empty where the installation itself did it. */
  actor_email: z.string(),
  /** `noun.past-participle` */
  action: z.string(),
  subject_type: z.string(),
  subject_id: z.string(),
  subject_name: z.string(),
  /** Changed fields before and after the change. Secrets are never included. */
  before: Values,
  after: Values,
  /** The network address of the request; empty if it was done on the server itself, or before the log had addresses. */
  address: z.string(),
  /** The name that the browser or program gave itself. */
  browser: z.string(),
  /** The platform API key that was used, if one was. */
  key_name: z.string().nullable(),
})
export type AuditEntry = z.output<typeof AuditEntry>

const Filter = z.object({
  /** A part of the address of who did it. */
  actor: z.string().max(255).optional(),
  action: z.string().max(100).optional(),
  /** A part of the name of what was changed. */
  subject: z.string().max(255).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
})

export const listAudit = endpoint({
  method: 'GET',
  path: '/audit/',
  who: 'admin',
  query: Filter.extend({
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    page_size: z.coerce.number().int().min(1).max(auditPageSize).default(50),
  }),
  reply: z.object({
    count: z.number().int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(AuditEntry),
    /** All that the organization has, to filter by. */
    actions: z.array(z.string()),
    /** Names of what the entries of the page refer to by an id, as far as the log has entries about it. */
    names: z.record(z.string(), z.string()),
  }),
})

/** CSV, sent while it is read. */
export const exportAudit = endpoint({
  method: 'GET',
  path: '/audit/export/',
  who: 'admin',
  exportsData: true,
  query: Filter,
  reply: z.never(),
})
