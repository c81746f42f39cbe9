import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | undefined, Date>

export type MailTables = {
  /** The address at which a connector receives mail. */
  mail_address: {
    connector_id: string
    organization_id: number
    /** The part before the `@`. */
    local_part: string
    created_at: Time
    rotated_at: Date | null
  }
  received_mail: {
    id: string
    organization_id: number
    /** It may not exist any more. */
    connector_id: string
    /** `STORED` until its documents have been taken out; `REFUSED` if it was not accepted. */
    state: 'STORED' | 'UNPACKED' | 'FAILED' | 'REFUSED'
    /** The same for a mail that is sent again; null if it was refused. */
    content_key: string | null
    path: string
    /** The choice of documents of the connector when the mail arrived. */
    choice: 'attachments' | 'attachments_or_body' | 'mail'
    size: number
    file_hash: string | null
    metadata: Readonly<Record<string, string>>
    spf: string | null
    dkim: string | null
    /** Whether the domain of its sender vouches for it. */
    is_verified: Generated<boolean>
    is_flagged: Generated<boolean>
    /** Reason why it was refused or has failed. */
    reason: string | null
    /** Null until a run has finished its documents. */
    outcome: 'done' | 'failed' | null
    sent_at: Date | null
    received_at: Time
  }
  received_mail_document: {
    mail_id: string
    organization_id: number
    position: number
    name: string
    mime_type: string | null
    size: number
    /** Null if it cannot be taken. */
    file_hash: string | null
    problem: string | null
  }
}
