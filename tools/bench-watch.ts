/**
 * `npm run bench:watch`: how soon changes of simulated deployments are found, and how often an alarm is false.
 *
 *   node tools/bench-watch.ts [--deployments N]
 *
 * Seeds begin at 50,000, so that the deployments are other ones than those of the test. A change comes after 100 to 400 documents.
 */
import { parseArgs } from 'node:util'
import { findAlarms } from '../packages/extraction/src/watch/find-alarms.ts'
import {
  type ChangeKind,
  changeKinds,
  deploymentOf,
} from '../packages/extraction/src/watch/testing/simulated-deployments.ts'

const { values: options } = parseArgs({
  options: { deployments: { type: 'string', default: '100' } },
})

const count = Number(options.deployments)
const firstSeed = 50_000
const sizes = [1, 0.75, 0.5, 0.25]
const maxDelay = 200

const positionOf = (seed: number) => 100 + ((seed * 37) % 300)

type ChangeOptions = { readonly kind: ChangeKind; readonly size: number; readonly seed: number }

/** Returns after how many documents a change was found; undefined if it was not, or if there was a false alarm before. */
function findDelay({ kind, size, seed }: ChangeOptions): number | undefined {
  const position = positionOf(seed)
  const change = { kind, size, position }
  const deployment = deploymentOf({ seed, documentCount: position + maxDelay, change })
  const ends = findAlarms(deployment).map(({ lastId }) => Number(lastId.split('/')[1]))
  const end = Math.min(...ends)
  return end >= position && end < Number.POSITIVE_INFINITY ? end - position + 1 : undefined
}

function printDelays(kind: ChangeKind, size: number): void {
  const delays = Array.from({ length: count }, (_, index) =>
    findDelay({ kind, size, seed: firstSeed + index }),
  ).map((delay) => delay ?? Number.POSITIVE_INFINITY)
  const sortedDelays = delays.toSorted((a, b) => a - b)
  const shareWithin = (documents: number) =>
    `${Math.round((100 * delays.filter((delay) => delay <= documents).length) / count)}%`
  console.log(
    `${kind}, size ${size}: within 50 documents ${shareWithin(50)}, within 200 ${shareWithin(maxDelay)}, median ${sortedDelays[count >> 1]}`,
  )
}

function printFalseAlarms(batchLength: number): void {
  let days = 0
  let alarms = 0
  let deployments = 0
  for (let seed = 2 * firstSeed; seed < 2 * firstSeed + count; seed++) {
    const deployment = deploymentOf({ seed, documentCount: 2000, batchLength })
    const falseAlarms = findAlarms(deployment)
    days += deployment.documents.length / deployment.documentsPerDay
    alarms += falseAlarms.length
    deployments += falseAlarms.length > 0 ? 1 : 0
  }
  console.log(
    `unchanged, batches of ${batchLength}: ${alarms} alarms in ${deployments} of ${count} deployments, ${Math.round(days)} days`,
  )
}

for (const kind of changeKinds) for (const size of sizes) printDelays(kind, size)
for (const batchLength of [1, 5, 20]) printFalseAlarms(batchLength)
