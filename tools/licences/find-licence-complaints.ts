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
  const used = new Set<string>()
  const complaints: string[] = []
  for (const [path, { license, link, name }] of Object.entries(packages)) {
    const at = path.lastIndexOf('node_modules/')
    if (at < 0 || link) continue
    if (license && isAllowed(license, allowed)) continue
    const called = name ?? path.slice(at + 'node_modules/'.length)
    const reason = Object.keys(reasons).find((pattern) => matches(pattern, called))
    if (reason) used.add(reason)
    else complaints.push(`${called}: ${license ?? 'no licence'} is not among the allowed licences.`)
  }
  for (const pattern of Object.keys(reasons)) {
    if (!used.has(pattern)) complaints.push(`${pattern}: nothing needs this reason; take it out.`)
  }
  return [...new Set(complaints)]
}

/** Of `A AND B` both are needed, of `A OR B` one. */
function isAllowed(expression: string, allowed: readonly string[]): boolean {
  return expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => allowed.includes(one.trim())))
}

const matches = (pattern: string, name: string) =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern
