/** A part of `npm run check`: package-lock.json is complete, so that `npm ci` accepts it on every system. */
import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import process from 'node:process'
import { findComplaints } from './lockfile/find-complaints.ts'

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const files = ['package.json', ...globSync('{apps,packages}/*/package.json')]
const manifests = Object.fromEntries(
  files.map((file) => [dirname(file).replace(/^\.$/, ''), read(file)]),
)
const complaints = findComplaints(read('package-lock.json'), manifests)
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) {
  console.error('Run `npm install --ignore-scripts`, then `node tools/complete-lockfile.ts`.')
  process.exitCode = 1
}
