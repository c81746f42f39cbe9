import { randomInt } from 'node:crypto'
import { maxListedMails } from '@recto/contract/connectors/mail-addresses'
import { badRequest, conflict } from '../../../platform/app-error.ts'
import { type Actor, type Context, tenantOf } from '../../../platform/context.ts'
import { inTransaction, type Tenant } from '../../../platform/db/database.ts'
import { getConnection } from '../../connections/connections.port.ts'
import { recordChange } from '../../organizations/organizations.port.ts'
import { connectorConnections } from '../rows/connector-connections.ts'
import {
  findAddress,
  insertAddress,
  type MailAddressRow,
  replaceAddress,
} from './mail-addresses.store.ts'
import { listMails, type MailWithDocuments } from './received-mails.reads.ts'

/** The refusal of connectors whose services receive no mail. */
export const noAddress = () => badRequest('This connector has no mail address.')

type AddressScope = { readonly actor: Actor; readonly id: string }

/** Letters and digits that are not mistaken for each other. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'
const suffixLength = 8
const maxStemLength = 30
/** Two equal suffixes are unlikely, and three times in a row they are a defect. */
const maxAttempts = 3

/** Makes the part before the `@`: the name, so that people recognize it, and letters that nobody can guess. */
function createLocalPart(name: string): string {
  const stem = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, maxStemLength)
    .replace(/^-/, '')
    .replace(/-$/, '')
  const letters = Array.from({ length: suffixLength }, () => alphabet[randomInt(alphabet.length)])
  return `${stem || 'mail'}-${letters.join('')}`
}

/** Gives a connector its address, within the transaction that has written the connector. */
export async function createMailAddress(
  tenant: Tenant,
  { id: connectorId, name }: { readonly id: string; readonly name: string },
): Promise<string> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const localPart = createLocalPart(name)
    if (await insertAddress(tenant, { connectorId, localPart })) return localPart
  }
  throw conflict('No free mail address was found. Try again.')
}

/** Returns the address of a connector for those who may use it. Throws 400 if it has none. */
export async function getMailAddress(
  ctx: Pick<Context, 'db'>,
  { actor, id }: AddressScope,
): Promise<MailAddressRow> {
  await getConnection(ctx, connectorConnections, { actor, id })
  const address = await findAddress(tenantOf(ctx, actor), id)
  if (!address) throw noAddress()
  return address
}

/** Gives a connector a new address. Mails to the earlier one are refused from then on. */
export async function rotateMailAddress(
  ctx: Pick<Context, 'db'>,
  { actor, id }: AddressScope,
): Promise<MailAddressRow> {
  const { name } = await getConnection(ctx, connectorConnections, { actor, id }, 'open')
  return inTransaction(tenantOf(ctx, actor), async (tenant) => {
    const oldAddress = await findAddress(tenant, id)
    const localPart = createLocalPart(name)
    const newAddress = oldAddress && (await replaceAddress(tenant, { connectorId: id, localPart }))
    if (!newAddress) throw noAddress()
    await recordChange(tenant, actor, {
      action: 'connector.mail-address-rotated',
      subject: { type: 'connector', id, name },
      before: { mail_address: oldAddress.local_part },
      after: { mail_address: newAddress.local_part },
    })
    return newAddress
  })
}

/** Lists the newest mails of a connector for those who may use it. Throws 400 if it has no address. */
export async function listReceivedMails(
  ctx: Pick<Context, 'db'>,
  scope: AddressScope,
): Promise<readonly MailWithDocuments[]> {
  await getMailAddress(ctx, scope)
  const query = { connectorId: scope.id, limit: maxListedMails, hasDocuments: false }
  return listMails(tenantOf(ctx, scope.actor), query)
}
