import { takeOver } from '../../../apps/server/src/entry/testing/kills/takeover.ts'
import { table } from '../figures.ts'
import type { Part } from '../part.ts'
import { findVerdictComplaints, formatComplaints, verdictRows } from './present-verdict.ts'

/** A round of one kill and one pause of 13 seconds takes about a minute. */
const roundsOf = (kills: number) => Math.max(1, Math.round(kills / 5))

/** Kills one of two workers, then pauses one until it is considered dead. */
export const measureTakeover: Part = async ({ kills, documents, print }) => {
  const rounds = roundsOf(kills)
  const corpus = documents.all()
  const report = await takeOver({ documents: 12, kills: rounds, latencyMs: 300, corpus, print })
  const text = table([
    ['one of two workers killed, one stands still for 13 s', ''],
    ['standstills', String(report.frozen)],
    ['files in hand of anyone when they began', String(report.heldWhileFrozen)],
    ['results written over after a worker woke up', String(report.overwritten.length)],
    ...verdictRows(report),
  ])
  const overwriteComplaints = formatComplaints({ 'a result was written over': report.overwritten })
  return {
    figures: report,
    tables: [text],
    complaints: [...findVerdictComplaints(report), ...overwriteComplaints],
  }
}
