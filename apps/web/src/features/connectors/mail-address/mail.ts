import type * as api from '@recto/contract/connectors/mail-addresses'
import type { Connector } from '../connector.ts'

/** The address at which a connector receives mail. */
export type Address = {
  /** Undefined while the installation receives no mail. */
  readonly text: string | undefined
}

export const addressFromWire = ({ address }: api.MailAddress): Address => ({
  text: address ?? undefined,
})

/** A mail that was received or refused. */
export type ListedMail = {
  readonly id: string
  readonly receivedAt: string
  readonly sender: string
  readonly subject: string
  readonly status: api.ReceivedMail['status']
  readonly reason: string | undefined
  readonly spf: string
  readonly dkim: string
  readonly isVerified: boolean
  readonly isFlagged: boolean
  readonly documents: readonly { readonly name: string; readonly problem: string | undefined }[]
}

export const mailFromWire = (wire: api.ReceivedMail): ListedMail => ({
  id: wire.id,
  receivedAt: wire.received_at,
  sender: wire.sender ?? 'Unknown',
  subject: wire.subject ?? 'No subject',
  status: wire.status,
  reason: wire.reason ?? undefined,
  spf: wire.spf ?? 'none',
  dkim: wire.dkim ?? 'none',
  isVerified: wire.is_verified,
  isFlagged: wire.is_flagged,
  documents: wire.documents.map(({ name, problem }) => ({ name, problem: problem ?? undefined })),
})

const proofs: Readonly<Record<string, string>> = {
  require: 'refused',
  flag: 'accepted and marked',
  ignore: 'accepted',
}

/** Describes the settings of an address; empty for those who may not see them. */
export function describeRules({ isOwner, settings }: Connector): readonly string[] {
  if (!isOwner) return []
  const text = (name: string) => String(settings[name] ?? '').trim()
  const senders = text('senders')
  return [
    senders ? `Accepted from: ${senders}` : 'Accepted from everybody who knows the address',
    `Mails without proof of the sender are ${proofs[text('authentication')] ?? proofs.flag}`,
    `Up to ${text('max_megabytes') || '25'} MB each and ${text('mails_per_hour') || '500'} mails an hour`,
  ]
}
