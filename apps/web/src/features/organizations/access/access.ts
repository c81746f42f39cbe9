import type { getAccess } from '@recto/contract/organizations/access'
import type { EndpointReply } from '@recto/contract/wire/endpoint'

type Region = { readonly id: string; readonly name: string; readonly host: string | undefined }

/** Available ways to sign up and to sign in. */
export type Access = {
  readonly signUp: 'open' | 'invited' | 'off'
  readonly sendsMail: boolean
  /** The identity provider and the path that redirects to it. */
  readonly singleSignOn: { readonly name: string; readonly path: string } | undefined
  readonly regions: readonly Region[]
  /** Whether the product can be tried without an account. */
  readonly hasSimpleStudio: boolean
  /** Whether new organizations start with a free trial. */
  readonly hasTrial: boolean
}

export const accessFromWire = (wire: EndpointReply<typeof getAccess>): Access => ({
  signUp: wire.sign_up,
  sendsMail: wire.sends_mail,
  singleSignOn: wire.single_sign_on ?? undefined,
  hasSimpleStudio: wire.has_simple_studio ?? false,
  hasTrial: wire.has_trial ?? false,
  regions: wire.regions.map(({ id, name, host }) => ({ id, name, host: host ?? undefined })),
})

export const accountNames = {
  email: 'email',
  password: 'password',
  organizationName: 'organization_name',
} as const

export type NewAccount = {
  readonly email: string
  readonly password: string
  readonly organizationName: string
}

/** Returns the region of this host and another one; undefined on any other host. */
export function findRegions(
  { regions }: Access,
  host: string,
): { readonly currentRegion: Region; readonly otherRegion: Region } | undefined {
  const currentRegion = regions.find((region) => region.host === host)
  const otherRegion = regions.find((region) => region.host && region.host !== host)
  return currentRegion && otherRegion && { currentRegion, otherRegion }
}
