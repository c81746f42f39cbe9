import * as OTPAuth from 'otpauth'

/** RFC 6238 with the parameters that every authenticator app supports. */
const parameters = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const secretBytes = 20

/** Steps by which the clock of a telephone may differ from the clock of the server. */
const maxDrift = 1

/** Returns a new secret in base 32. */
export const createTotpSecret = (): string => new OTPAuth.Secret({ size: secretBytes }).base32

/** Returns the address of a secret that a QR code contains. */
export function totpAddress(secret: string, accountName: string): string {
  return totpOf(secret, accountName).toString()
}

/** Returns the time step that a code belongs to; `undefined` for a wrong or outdated code. */
export function findTotpStep(secret: string, code: string, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const timestamp = now.getTime()
  const drift = totpOf(secret, '').validate({ token: code, timestamp, window: maxDrift })
  if (drift === null) return undefined
  return Math.floor(timestamp / (parameters.period * 1000)) + drift
}

const totpOf = (secret: string, accountName: string) =>
  new OTPAuth.TOTP({
    ...parameters,
    issuer: 'Recto',
    label: accountName,
    secret: OTPAuth.Secret.fromBase32(secret),
  })
