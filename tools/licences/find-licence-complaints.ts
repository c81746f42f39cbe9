export type LicensedPackage = {
  readonly license?: string
  readonly link?: boolean
  readonly name?: string
}

export type Licences = {
  /** SPDX identifiers. */
  readonly allowed: readonly string[]
  /** Reasons, by package, why another licence or a missing one is acceptable. */
  readonly reasons: Readonly<Record<string, string>>
}

/** Complains about packages with a disallowed licence and no reason, and about reasons that nothing needs. */
export function findLicenceComplaints(
  packages: Readonly<Record<string, LicensedPackage>>,
  { allowed: allowedLicences, reasons }: Licences,
): string[] {
  const patterns = Object.keys(reasons)
  const otherPackages = Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && !link)
    .filter(([, { license }]) => !license || !isAllowed(license, allowedLicences))
    .map(([path, { name, license = 'no licence' }]) => ({ name: name ?? nameIn(path), license }))
  const isExplained = (name: string) => patterns.some((pattern) => matches(pattern, name))
  const isNeeded = (pattern: string) => otherPackages.some(({ name }) => matches(pattern, name))
  const complaints = [
    ...otherPackages
      .filter(({ name }) => !isExplained(name))
      .map(({ name, license }) => `${name}: ${license} is not among the allowed licences.`),
    ...patterns
      .filter((pattern) => !isNeeded(pattern))
      .map((pattern) => `${pattern}: nothing needs this reason; remove it.`),
  ]
  return [...new Set(complaints)]
}

const nameIn = (path: string) =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Returns whether a licence expression is allowed: `A AND B` needs both licences, `A OR B` one of them. */
function isAllowed(expression: string, allowedLicences: readonly string[]): boolean {
  return expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => allowedLicences.includes(one.trim())))
}

const matches = (pattern: string, name: string) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
