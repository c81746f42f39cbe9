/** A part of `npm run check`: every import obeys the rules, and no folders import each other in a cycle. */
import process from 'node:process'
import { cruiseTree } from './import-rules/cruise-tree.ts'

const { files, violations, cycles } = await cruiseTree()
for (const { rule, comment, from, to } of violations) {
  console.error(`${rule}: ${from} → ${to}\n  ${comment}`)
}
for (const { folder, members, imports } of cycles) {
  console.error(`import cycle in ${folder}: ${members.join(', ')}`)
  for (const { from, to } of imports) console.error(`  ${from} → ${to}`)
}
console.log(`${files} files cruised`)
if (violations.length + cycles.length > 0) process.exitCode = 1
