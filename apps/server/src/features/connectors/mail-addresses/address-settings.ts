import { z } from 'zod'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { decryptSettings } from '../../connections/connections.port.ts'
import { connectorConnections } from '../rows/connector-connections.ts'
import { findConnector } from '../rows/connectors.store.ts'

const megabyte = 1024 * 1024

const AddressSettings = z.object({
  documents: z.enum(['attachments', 'attachments_or_body', 'mail']).catch('attachments_or_body'),
  senders: z.string().catch(''),
  authentication: z.enum(['require', 'flag', 'ignore']).catch('flag'),
  max_megabytes: z.coerce.number().int().min(1).max(50).catch(25),
  mails_per_hour: z.coerce.number().int().min(1).catch(500),
})

/** The settings of a connector that hold for mails to its address. */
export type AddressSettings = {
  readonly choice: 'attachments' | 'attachments_or_body' | 'mail'
  /** Addresses and domains in lower case; all senders are allowed if there is none. */
  readonly allowedSenders: readonly string[]
  readonly authentication: 'require' | 'flag' | 'ignore'
  readonly maxBytes: number
  readonly mailsPerHour: number
}

/** Returns `undefined` if the connector does not exist. */
export async function findAddressSettings(
  ctx: Pick<Context, 'vault' | 'connectorProviders'>,
  tenant: Tenant,
  connectorId: string,
): Promise<AddressSettings | undefined> {
  const connector = await findConnector(tenant, connectorId)
  if (!connector) return undefined
  const settings = AddressSettings.parse(decryptSettings(ctx, connectorConnections, connector))
  return {
    choice: settings.documents,
    allowedSenders: settings.senders
      .toLowerCase()
      .split(';')
      .map((sender) => sender.trim().replace(/^@/, ''))
      .filter((sender) => sender !== ''),
    authentication: settings.authentication,
    maxBytes: settings.max_megabytes * megabyte,
    mailsPerHour: settings.mails_per_hour,
  }
}

/** Whether an address is one of the allowed senders, or in one of their domains. */
export function isAllowedSender(
  address: string | undefined,
  { allowedSenders }: Pick<AddressSettings, 'allowedSenders'>,
): boolean {
  if (allowedSenders.length === 0) return true
  const sender = address?.toLowerCase() ?? ''
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  return allowedSenders.some((one) => (one.includes('@') ? one === sender : one === domain))
}
