import type { SecondFactors as WireFactors } from '@recto/contract/organizations/second-factor'

export type Passkey = {
  readonly id: string
  readonly name: string
  readonly addedAt: string
  /** Absent before its first use. */
  readonly usedAt: string | undefined
}

/** The second factors of the user. */
export type OwnFactors = {
  /** Time at which the authenticator app was added. */
  readonly appAddedAt: string | undefined
  readonly passkeys: readonly Passkey[]
  readonly recoveryCodesLeft: number
  /** False if the user only signs in with an identity provider. */
  readonly hasPassword: boolean
}

export const factorsFromWire = (wire: WireFactors): OwnFactors => ({
  appAddedAt: wire.authenticator?.created_at,
  passkeys: wire.passkeys.map(({ id, name, created_at, used_at }) => ({
    id,
    name,
    addedAt: created_at,
    usedAt: used_at ?? undefined,
  })),
  recoveryCodesLeft: wire.recovery_codes_left,
  hasPassword: wire.has_password,
})

/** Returns the body that confirms who is at the page; people without a password send none. */
export const confirmationToWire = (password: string) => ({
  body: password === '' ? {} : { password },
})
