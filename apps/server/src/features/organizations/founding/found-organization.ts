import { randomBytes, randomUUID } from 'node:crypto'
import { invalid } from '../../../platform/app-error.ts'
import { reservedNames } from '../../../platform/config/reserved-names.ts'
import type { Actor, Context, RequestPlace } from '../../../platform/context.ts'
import { recordChange } from '../audit/record-change.ts'
import { addMember } from '../members/add-member.ts'
import {
  insertFirstPlatformKey,
  insertOrganization,
  type OrganizationRow,
} from '../organization/organizations.store.ts'

/** Gives a new organization everything that one starts with, in the transaction that creates it. */
export type Equip = (transaction: Context, admin: Actor) => Promise<void>

type Founder = { readonly id: number; readonly email: string }
type FoundOrganizationOptions = {
  readonly founder: Founder
  readonly place: RequestPlace
  readonly displayName: string
  /** Slug of the organization; derived from the display name when absent. */
  readonly slug?: string
}

/**
 * Creates an organization whose admin is the founder, with the same start as the seeded one. Call
 * it in a transaction.
 */
export async function foundOrganization(
  transaction: Context,
  equip: Equip,
  { founder, place, displayName, slug }: FoundOrganizationOptions,
): Promise<OrganizationRow> {
  const { db, vault } = transaction
  const organization =
    slug === undefined
      ? await insertNamed(transaction, displayName)
      : await insertUnder(transaction, slug, displayName)
  if (!organization)
    throw invalid('organization_id', 'An organization with this name already exists.')
  const { id, name } = organization
  const firstKey = { sealedKey: vault.seal(randomUUID()), name: 'Key #1' }
  await insertFirstPlatformKey({ db, organizationId: id }, firstKey)
  await addMember(transaction, { organizationId: id, userId: founder.id, role: 'admin' })
  const actor: Actor = {
    userId: founder.id,
    email: founder.email,
    role: 'admin',
    organization: { id, slug: organization.slug, name },
    place,
  }
  await recordChange({ db, organizationId: id }, actor, {
    action: 'organization.made',
    subject: { type: 'organization', id: organization.slug, name: displayName },
    after: { name: displayName, admin: founder.email },
  })
  await equip(transaction, actor)
  return organization
}

/**
 * Inserts an organization whose name is its slug: page addresses use the name and API addresses the
 * slug, and they must be the same. Returns `undefined` when the slug is taken or reserved.
 */
async function insertUnder(
  { db }: Pick<Context, 'db'>,
  slug: string,
  displayName: string,
): Promise<OrganizationRow | undefined> {
  if (reservedNames.includes(slug)) return undefined
  return insertOrganization({ db }, { slug, name: slug, display_name: displayName })
}

const maxTries = 5

/**
 * Inserts an organization under a slug made from the display name, with a random suffix when that
 * is taken.
 */
async function insertNamed(
  transaction: Pick<Context, 'db'>,
  displayName: string,
): Promise<OrganizationRow | undefined> {
  const plain = slugOf(displayName)
  const first = await insertUnder(transaction, plain, displayName)
  if (first) return first
  for (let tries = 0; tries < maxTries; tries++) {
    const slug = `${plain}-${randomBytes(3).toString('hex')}`
    const organization = await insertUnder(transaction, slug, displayName)
    if (organization) return organization
  }
  return undefined
}

const maxLength = 23

function slugOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-|-$/g, '')
  return plain || 'organization'
}
