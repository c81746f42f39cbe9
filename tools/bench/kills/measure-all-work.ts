import {
  allCells,
  type Cell,
  countMoments,
} from '../../../apps/server/src/entry/testing/kills/all-work/cells.ts'
import {
  type AllWorkReport,
  killAllWork,
} from '../../../apps/server/src/entry/testing/kills/all-work/kill-all-work.ts'
import { quantile, table, worstOf } from '../figures.ts'
import type { Part } from '../part.ts'

/**
 * Half of the kills are of one of two workers or of the web on a shared database, half of the one process
 * with its embedded database.
 */
export const measureAllWork: Part = async ({ kills, seed, print }) => {
  const sharedKills = Math.floor(kills / 2)
  const shared = await killAllWork({ kills: sharedKills, seed, isShared: true, print })
  const earlierMoments = countMoments(shared.moments.map(({ counts }) => counts))
  const plan = {
    kills: kills - sharedKills,
    seed: seed + 1,
    isShared: false,
    earlierMoments,
    print,
  }
  const reports = [shared, await killAllWork(plan)]
  return {
    figures: reports,
    tables: [
      presentMoments(reports),
      presentJudgements(reports),
      presentCalls(reports),
      presentTakeovers(shared),
    ],
    complaints: reports.flatMap(findComplaints),
  }
}

function presentMoments(reports: readonly AllWorkReport[]): string {
  const momentsOf = (report: AllWorkReport) =>
    countMoments(report.moments.map(({ counts }) => counts))
  const [shared, single] = reports.map(momentsOf)
  const row = (cell: Cell) => {
    const counts = [shared?.get(cell) ?? 0, single?.get(cell) ?? 0]
    return [cell, ...counts, counts.reduce((sum, count) => sum + count, 0)].map(String)
  }
  const heading = ['kills at which there was', 'one of three processes', 'everything', 'in all']
  return table([heading, ...allCells.map(row)])
}

function presentJudgements(reports: readonly AllWorkReport[]): string {
  const heading = ['work', 'accepted', 'ended once and right', 'lost', 'doubled', 'besides']
  const rows = reports.flatMap(({ isShared, judgements }) =>
    judgements.map(
      ({ name, accepted: acceptedCount, right, lostItems, doubledItems, details = {} }) => [
        `${name}, ${isShared ? 'shared' : 'single'}`,
        ...[acceptedCount, right, lostItems.length, doubledItems.length].map(String),
        Object.entries(details)
          .map(([label, count]) => `${count} ${label}`)
          .join('; '),
      ],
    ),
  )
  return table([heading, ...rows])
}

function presentCalls(reports: readonly AllWorkReport[]): string {
  const row = (label: string, count: (report: AllWorkReport) => number) => [
    label,
    ...reports.map((report) => String(count(report))),
  ]
  return table([
    ['model calls', 'shared', 'single'],
    row('needed', ({ calls }) => calls.keys),
    row('requests that the model got', ({ calls }) => calls.requests),
    row('paid twice', ({ calls }) => calls.requests - calls.keys),
    row('… cut off by the kill', ({ calls }) => calls.requestsCut),
    row(
      '… answered, but killed before the reply was stored',
      ({ calls }) => calls.repliesLostInFlight,
    ),
    row('… for a reply that was already stored', ({ calls }) => calls.askedAfterKept.length),
    row('… without a kill', ({ calls }) => calls.askedTwiceInOneLife.length),
  ])
}

function presentTakeovers({ moments }: AllWorkReport): string {
  const seconds = moments
    .filter(({ heldItems = 0 }) => heldItems > 0)
    .map(({ takeoverSeconds = 0 }) => takeoverSeconds)
  return table([
    ['takeovers of items of killed workers', String(seconds.length)],
    ['seconds, median', quantile(seconds, 0.5).toFixed(1)],
    ['seconds, p95', quantile(seconds, 0.95).toFixed(1)],
    ['seconds, worst', worstOf(seconds).toFixed(1)],
  ])
}

function findComplaints(report: AllWorkReport): string[] {
  const { judgements, calls, wrongReviews, left } = report
  return [
    ...judgements.flatMap(({ name, lostItems, doubledItems }) => [
      ...lostItems.map((item) => `${name}, lost or wrong: ${item}`),
      ...doubledItems.map((item) => `${name}, doubled: ${item}`),
    ]),
    ...Object.entries(left).map(([cell, count]) => `${count} have not ended: ${cell}`),
    ...wrongReviews,
    ...calls.askedAfterKept.map((key) => `asked again although the reply was kept: ${key}`),
    ...calls.askedTwiceInOneLife.map((key) => `asked twice without a kill: ${key}`),
  ].map((complaint) => `${report.isShared ? 'shared' : 'single'}: ${complaint}`)
}
