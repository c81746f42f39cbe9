import {
  type KillReport,
  killEverything,
} from '../../../apps/server/src/entry/testing/kills/everything.ts'
import { table } from '../figures.ts'
import type { Part, PartOptions, PartReport } from '../part.ts'
import { findVerdictComplaints, formatComplaints, verdictRows } from './present-verdict.ts'

const readBefore = 406

/** Kills everything repeatedly while documents of asynchronous requests are processed. */
export const measureEverything: Part = (options) => measure(options, { keepsReplies: false })

/** The same with a model whose service keeps replies, so that they can be fetched after a kill. */
export const measureKeptReplies: Part = (options) => measure(options, { keepsReplies: true })

async function measure(
  { isQuick, kills, documents: sources, print }: PartOptions,
  { keepsReplies }: { readonly keepsReplies: boolean },
): Promise<PartReport> {
  // There are enough documents that none is in flight at every kill and counts as the cause of the deaths.
  const documents = isQuick ? kills * 4 : kills * 5
  const corpus = sources.all()
  const plan = { documents, kills, latencyMs: 150, corpus, keepsReplies, print }
  const report = await killEverything(plan)
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
  return { figures: report, tables: [present(report, keepsReplies)], complaints }
}

const present = (report: KillReport, keepsReplies: boolean) =>
  table([
    [`everything killed, asynchronous requests${keepsReplies ? ', replies kept' : ''}`, ''],
    ...verdictRows(report),
    ['requests', String(report.statuses.length)],
    ['processes left after the last stop', String(report.stopped.orphans)],
    ['seconds in all', report.secondsInAll.toFixed(0)],
  ])
