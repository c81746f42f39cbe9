import { cutCallersOff } from '../../../apps/server/src/entry/testing/kills/callers.ts'
import { table } from '../figures.ts'
import type { Part } from '../part.ts'
import { findVerdictComplaints, verdictRows } from './present-verdict.ts'

/** Kills and stops the product while callers wait, time out or hang up. */
export const measureCallers: Part = async ({ kills, documents, print }) => {
  const corpus = documents.all()
  const plan = { documents: (kills + 1) * 9, kills, latencyMs: 150, corpus, print }
  const report = await cutCallersOff(plan)
  const text = table([
    ['everything killed or stopped, callers who wait or hang up', ''],
    ['calls answered with their result', String(report.answered)],
    ['… with EXECUTING when their time was over', String(report.deferred)],
    ['… with an error in words', String(report.refused)],
    ['… cut off, or hung up by the caller', String(report.cut)],
    ['documents of a deployment deleted meanwhile', String(report.orphaned)],
    ...verdictRows(report),
  ])
  return { figures: report, tables: [text], complaints: findVerdictComplaints(report) }
}
