/**
 * `node tools/complete-lockfile.ts`: adds what package-lock.json lacks for other systems.
 *
 * npm leaves out the packages of other systems that its registry did not have when the lockfile was
 * made, and `npm ci` then refuses all of it. Run this after a change of the packages.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { foreignEntry } from './lockfile/foreign-entry.ts'
import { findMissing, type LockedPackage, type Lockfile } from './lockfile/lockfile.ts'

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile
const added: Record<string, LockedPackage> = {}
for (const missing of findMissing(lockfile)) {
  const entry = foreignEntry(missing)
  if (entry) added[`node_modules/${missing.name}`] = entry
  else {
    console.error(`${missing.name} ${missing.version}, wanted by ${missing.wantedBy}, is missing.`)
    process.exitCode = 1
  }
}
const packages = Object.entries({ ...lockfile.packages, ...added }).sort(([a], [b]) =>
  a.localeCompare(b, 'en'),
)
const completed = { ...lockfile, packages: Object.fromEntries(packages) }
writeFileSync('package-lock.json', `${JSON.stringify(completed, null, 2)}\n`)
console.log(`Added ${Object.keys(added).length} packages of other systems.`)
