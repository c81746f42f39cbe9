/** A part of `npm run check`: every package of the lockfile has a licence that permits distributing it with Recto. */
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { findLicenceComplaints } from './licences/find-licence-complaints.ts'

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const complaints = findLicenceComplaints(
  read('package-lock.json').packages,
  read('tools/licences/licences.json'),
)
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) process.exitCode = 1
