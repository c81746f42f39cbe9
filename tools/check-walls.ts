/** A step of `npm run check`: every import keeps to the rules, and no folders are knotted. */
import process from 'node:process'
import { cruiseTree } from './walls/cruise-tree.ts'

const { files, violations, knots } = await cruiseTree()
for (const { rule, comment, from, to } of violations) {
  console.error(`${rule}: ${from} → ${to}\n  ${comment}`)
}
for (const { folder, members, circle } of knots) {
  console.error(`knot in ${folder}: ${members.join(', ')}`)
  for (const { from, to } of circle) console.error(`  ${from} → ${to}`)
}
console.log(`${files} files cruised`)
if (violations.length + knots.length > 0) process.exitCode = 1
