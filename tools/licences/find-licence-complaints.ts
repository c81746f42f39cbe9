export type Licensed = {
  readonly license?: string
  readonly link?: boolean
  readonly name?: string
}

export type Licences = {
  /** SPDX names. */
  readonly allowed: readonly string[]
  /** By package: why another licence, or none in the lockfile, is no obstacle. */
  readonly reasons: Readonly<Record<string, string>>
}

/** Returns the packages of a lockfile whose licence is none of the allowed ones and that no reason explains. */
export function findLicenceComplaints(
  packages: Readonly<Record<string, Licensed>>,
  { allowed, reasons }: Licences,
): string[] {
  const patterns = Object.keys(reasons)
  const others = Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(([, { license }]) => !license || !isAllowed(license, allowed))
    .map(([path, { name, license = 'no licence' }]) => ({ name: name ?? nameIn(path), license }))
  const isExplained = (name: string) => patterns.some((pattern) => matches(pattern, name))
  const isNeeded = (pattern: string) => others.some(({ name }) => matches(pattern, name))
  const complaints = [
    ...others
      .filter(({ name }) => !isExplained(name))
      .map(({ name, license }) => `${name}: ${license} is not among the allowed licences.`),
    ...patterns
      .filter((pattern) => !isNeeded(pattern))
      .map((pattern) => `${pattern}: nothing needs this reason; take it out.`),
  ]
  return [...new Set(complaints)]
}

const nameIn = (path: string) =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/**
 * Whether a license expression is allowed: both licenses of `A AND B` must be, and one of `A OR B`.
 */
function isAllowed(expression: string, allowed: readonly string[]): boolean {
  return expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => allowed.includes(one.trim())))
}

const matches = (pattern: string, name: string) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
