import {
  type KillReport,
  killEverything,
} from '../../../apps/server/src/entry/testing/kills/everything.ts'
import type { Part } from '../part.ts'
import { table } from '../table.ts'
import { complaints, findBroken, verdictRows } from './present-verdict.ts'

const readBefore = 406

/** Kills everything again and again while documents of asynchronous requests run. */
export const measureEverything: Part = async ({ isQuick, kills, print }) => {
  // A document that is in every kill counts as one that kills its workers: enough for each to go on.
  const documents = isQuick ? kills * 4 : kills * 5
  const report = await killEverything({ documents, kills, latencyMs: 150, print })
  const { statuses, secondReadings, stopped } = report
  const broken = [
    ...findBroken(report),
    ...complaints({
      'a request ended as': statuses.filter((status) => status !== 'COMPLETED'),
      'a second reading was answered with': secondReadings
        .filter((status) => status !== readBefore)
        .map(String),
    }),
    ...(stopped.orphans === 0 ? [] : [`${stopped.orphans} processes are left`]),
  ]
  return { figures: report, tables: [present(report)], broken }
}

const present = (report: KillReport) =>
  table([
    ['everything killed, asynchronous requests', ''],
    ...verdictRows(report),
    ['requests', String(report.statuses.length)],
    ['processes left after the last stop', String(report.stopped.orphans)],
    ['seconds in all', report.secondsInAll.toFixed(0)],
  ])
