import type { AuditEntry as WireEntry } from '@recto/contract/organizations/audit'
import { omitUndefined } from '@recto/omit-undefined'
import { dayIn, endOfDay, startOfDay } from '../../../shared/browser/time.ts'
import { type AddressSearch, textIn } from '../../../shared/navigation/address-search.ts'

/** One logged change. */
export type AuditedChange = {
  readonly id: number
  readonly createdAt: string
  readonly actor: string
  readonly action: string
  readonly type: string
  readonly subjectId: string
  readonly name: string
  readonly before: object | null
  readonly after: object | null
  /** Network address; empty if the change was made on the server itself. */
  readonly address: string
  /** The name that the browser or program gave itself. */
  readonly browser: string
  readonly keyName: string | null
}

export const entryFromWire = (wire: WireEntry): AuditedChange => ({
  id: wire.id,
  createdAt: wire.made_at,
  actor: wire.actor_email,
  action: wire.action,
  type: wire.subject_type,
  subjectId: wire.subject_id,
  name: wire.subject_name,
  before: wire.before,
  after: wire.after,
  address: wire.address,
  browser: wire.browser,
  keyName: wire.key_name,
})

export type AuditSearch = {
  readonly actor: string
  readonly subject: string
  readonly action: string | undefined
  /** Days in the viewer's time zone, `YYYY-MM-DD`; the last one is included. */
  readonly from: string | undefined
  readonly until: string | undefined
}

/** Returns the filter that is stored in the address. */
export const filterIn = (address: AddressSearch): AuditSearch => ({
  actor: textOf(address.actor),
  subject: textOf(address.subject),
  action: textIn(address.action),
  from: dayIn(address.from),
  until: dayIn(address.until),
})

/** The router reads a value of digits as a number. */
const textOf = (value: unknown): string =>
  typeof value === 'number' ? String(value) : (textIn(value) ?? '')

export const addressOfFilter = ({ actor, subject, action, from, until }: AuditSearch) => ({
  actor: actor || undefined,
  subject: subject || undefined,
  action,
  from,
  until,
})

export const isSameFilter = (first: AuditSearch, second: AuditSearch): boolean =>
  JSON.stringify(addressOfFilter(first)) === JSON.stringify(addressOfFilter(second))

/** Empty filters are omitted. */
export const filterToWire = ({ actor, subject, action, from, until }: AuditSearch) =>
  omitUndefined({
    actor: actor || undefined,
    subject: subject || undefined,
    action,
    from: from && startOfDay(from),
    to: until && endOfDay(until),
  })

/** Formats the name of an action: `member.role-changed` becomes “Member: role changed”. */
export function actionName(action: string): string {
  const [noun = '', verb = ''] = action.split('.')
  const nounText = noun.replaceAll('-', ' ').replace(/\bapi\b/, 'API')
  return `${nounText.charAt(0).toUpperCase()}${nounText.slice(1)}: ${verb.replaceAll('-', ' ')}`
}
