import type { AuditEntry as WireEntry } from '@recto/contract/organizations/audit'

/** One logged change. */
export type AuditedChange = {
  readonly id: number
  readonly createdAt: string
  readonly actor: string
  readonly action: string
  readonly type: string
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
  readonly from: string | undefined
  readonly to: string | undefined
}

/** Empty filters are omitted. */
export const filterToWire = (filter: AuditSearch) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value))

/** Formats the name of an action: `member.role-changed` becomes “Member: role changed”. */
export function actionName(action: string): string {
  const [noun = '', verb = ''] = action.split('.')
  const nounText = noun.replaceAll('-', ' ').replace(/\bapi\b/, 'API')
  return `${nounText.charAt(0).toUpperCase()}${nounText.slice(1)}: ${verb.replaceAll('-', ' ')}`
}
