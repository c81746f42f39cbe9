import {
  type KillReport,
  killEverything,
} from '../../../apps/server/src/entry/testing/kills/everything.ts'
import { table } from '../figures.ts'
import type { Part } from '../part.ts'
import { findVerdictComplaints, formatComplaints, verdictRows } from './present-verdict.ts'

const readBefore = 406

/** Kills everything repeatedly while documents of asynchronous requests are processed. */
export const measureEverything: Part = async ({ isQuick, kills, print }) => {
  // There are enough documents that none is in flight at every kill and counts as the cause of the deaths.
  const documents = isQuick ? kills * 4 : kills * 5
  const report = await killEverything({ documents, kills, latencyMs: 150, print })
  const { statuses, secondReadings, stopped: stopResult } = report
  const complaints = [
    ...findVerdictComplaints(report),
    ...formatComplaints({
      'a request ended as': statuses.filter((status) => status !== 'COMPLETED'),
      'a second reading was answered with': secondReadings
        .filter((status) => status !== readBefore)
        .map(String),
    }),
    ...(stopResult.orphans === 0 ? [] : [`${stopResult.orphans} processes are left`]),
  ]
  return { figures: report, tables: [present(report)], complaints }
}

const present = (report: KillReport) =>
  table([
    ['everything killed, asynchronous requests', ''],
    ...verdictRows(report),
    ['requests', String(report.statuses.length)],
    ['processes left after the last stop', String(report.stopped.orphans)],
    ['seconds in all', report.secondsInAll.toFixed(0)],
  ])
