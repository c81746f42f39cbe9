import { randomBytes, randomUUID } from 'node:crypto'
import { invalid } from '../../../platform/app-error.ts'
import { reservedNames } from '../../../platform/config/reserved-names.ts'
import type { Actor, Context } from '../../../platform/context.ts'
import { addMember } from '../members/add-member.ts'
import {
  insertFirstPlatformKey,
  insertOrganization,
  type OrganizationRow,
} from '../organization/organizations.store.ts'

/** Gives a new organization all that one starts with, in the transaction that makes it. */
export type Equip = (within: Context, admin: Actor) => Promise<void>

type Founder = { readonly id: number; readonly email: string }
type Wanted = {
  readonly founder: Founder
  readonly displayName: string
  /** Absent: made of the name. */
  readonly slug?: string
}

/** Makes an organization whose admin is the founder, equipped like the first one. Call it in a transaction. */
export async function foundOrganization(
  within: Context,
  equip: Equip,
  { founder, displayName, slug }: Wanted,
): Promise<OrganizationRow> {
  const { db } = within
  const organization =
    slug === undefined
      ? await insertNamed(within, displayName)
      : await insertUnder(within, slug, displayName)
  if (!organization)
    throw invalid('organization_id', 'There is an organization of this name already.')
  const { id, name } = organization
  await insertFirstPlatformKey({ db, organizationId: id }, { key: randomUUID(), name: 'Key #1' })
  await addMember(within, { organizationId: id, userId: founder.id, role: 'admin' })
  await equip(within, {
    userId: founder.id,
    email: founder.email,
    role: 'admin',
    organization: { id, slug: organization.slug, name },
  })
  return organization
}

/** Page addresses are built from the name and API addresses from the slug: they are the same. */
async function insertUnder(
  { db }: Pick<Context, 'db'>,
  slug: string,
  displayName: string,
): Promise<OrganizationRow | undefined> {
  if (reservedNames.includes(slug)) return undefined
  return insertOrganization({ db }, { slug, name: slug, display_name: displayName })
}

const maxTries = 5

/** The name, as addresses can have it; with something behind it when that is taken. */
async function insertNamed(
  within: Pick<Context, 'db'>,
  displayName: string,
): Promise<OrganizationRow | undefined> {
  const plain = slugOf(displayName)
  const first = await insertUnder(within, plain, displayName)
  if (first) return first
  for (let tries = 0; tries < maxTries; tries++) {
    const slug = `${plain}-${randomBytes(3).toString('hex')}`
    const made = await insertUnder(within, slug, displayName)
    if (made) return made
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
