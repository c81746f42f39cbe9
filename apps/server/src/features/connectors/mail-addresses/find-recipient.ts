import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import { type AddressSettings, findAddressSettings } from './address-settings.ts'
import { findAddressByLocalPart } from './mail-addresses.store.ts'
import { MailRefusal } from './mail-refusal.ts'
import { countRecentMails } from './received-mails.store.ts'

/** The connector that a mail is for. */
export type Recipient = {
  readonly tenant: Tenant
  readonly connectorId: string
  readonly settings: AddressSettings
}

export type RecipientDependencies = Pick<Context, 'config' | 'db' | 'vault' | 'connectorProviders'>

/** Finds whose address it is. Throws a `MailRefusal` for an address that is none, or that gets too many mails. */
export async function findRecipient(
  ctx: RecipientDependencies,
  address: string,
): Promise<Recipient> {
  const [localPart, domain] = splitAddress(address)
  if (domain !== ctx.config.mailReception?.domain)
    throw new MailRefusal(550, '5.7.1 This server accepts mail only for its own domain.')
  const row = await findAddressByLocalPart({ db: ctx.db }, localPart)
  const tenant = row && { db: ctx.db, organizationId: row.organization_id }
  const settings = tenant && (await findAddressSettings(ctx, tenant, row.connector_id))
  if (!row || !tenant || !settings) throw new MailRefusal(550, '5.1.1 There is no such address.')
  if ((await countRecentMails(tenant, row.connector_id)) >= settings.mailsPerHour)
    throw new MailRefusal(450, '4.7.0 This address gets too many mails. Try again later.')
  return { tenant, connectorId: row.connector_id, settings }
}

/** Returns both parts in lower case. What follows a plus sign is for the sender. */
function splitAddress(address: string): readonly [string, string] {
  const separatorIndex = address.lastIndexOf('@')
  const [localPart = ''] = address.slice(0, Math.max(separatorIndex, 0)).toLowerCase().split('+')
  return [localPart, address.slice(separatorIndex + 1).toLowerCase()]
}
