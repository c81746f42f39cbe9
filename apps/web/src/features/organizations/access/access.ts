import type { getAccess } from '@recto/contract/access'
import type { EndpointReply } from '@recto/contract/endpoint'

type Region = { readonly id: string; readonly name: string; readonly host: string | undefined }

/** Which ways in there are. */
export type Access = {
  readonly signUp: 'open' | 'invited' | 'off'
  readonly sendsMail: boolean
  /** The identity provider, and where to go to be sent to it. */
  readonly singleSignOn: { readonly name: string; readonly path: string } | undefined
  readonly regions: readonly Region[]
  /** Whether the product can be tried without an account. */
  readonly hasSimpleStudio: boolean
}

export const accessFromWire = (wire: EndpointReply<typeof getAccess>): Access => ({
  signUp: wire.sign_up,
  sendsMail: wire.sends_mail,
  singleSignOn: wire.single_sign_on ?? undefined,
  hasSimpleStudio: wire.has_simple_studio ?? false,
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

/** The region of this host, and the one to go to instead; undefined on any other host. */
export function regionsHere(
  { regions }: Access,
  host: string,
): { readonly here: Region; readonly other: Region } | undefined {
  const here = regions.find((it) => it.host === host)
  const other = regions.find((it) => it.host && it.host !== host)
  return here && other && { here, other }
}
