/**
 * `node tools/complete-lockfile.ts`: adds missing packages of other systems to package-lock.json.
 *
 * npm omits packages of other systems that its registry lacked when the lockfile was written, and `npm ci`
 * then rejects the whole lockfile. Run this after changing the packages.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { foreignEntry } from './lockfile/foreign-entry.ts'
import { findMissing, type LockedPackage, type Lockfile } from './lockfile/lockfile.ts'

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile
const addedEntries: Record<string, LockedPackage> = {}
for (const missingPackage of findMissing(lockfile)) {
  const entry = foreignEntry(missingPackage)
  if (entry) addedEntries[`node_modules/${missingPackage.name}`] = entry
  else {
    console.error(
      `${missingPackage.name} ${missingPackage.version}, wanted by ${missingPackage.wantedBy}, is missing.`,
    )
    process.exitCode = 1
  }
}
const packages = Object.entries({ ...lockfile.packages, ...addedEntries }).sort(([a], [b]) =>
  a.localeCompare(b, 'en'),
)
const completedLockfile = { ...lockfile, packages: Object.fromEntries(packages) }
writeFileSync('package-lock.json', `${JSON.stringify(completedLockfile, null, 2)}\n`)
console.log(`Added ${Object.keys(addedEntries).length} packages of other systems.`)
