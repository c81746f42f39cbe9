/** A part of `npm run check`: every import obeys the rules, and no folders import each other in a cycle. */
import process from 'node:process'
import { cruiseTree } from './import-rules/cruise-tree.ts'

/** With the wrong version of TypeScript the cruiser sees hardly any file, and so reports nothing. */
const minFiles = 300

const { files, violations, cycles } = await cruiseTree()
for (const { rule, comment, from, to } of violations) {
  console.error(`${rule}: ${from} → ${to}\n  ${comment}`)
}
for (const { folder, members, imports } of cycles) {
  console.error(`import cycle in ${folder}: ${members.join(', ')}`)
  for (const { from, to } of imports) console.error(`  ${from} → ${to}`)
}
console.log(`${files} files cruised`)
if (files < minFiles) console.error(`The cruiser sees too few files: fewer than ${minFiles}.`)
if (files < minFiles || violations.length + cycles.length > 0) process.exitCode = 1
