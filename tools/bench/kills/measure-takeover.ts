import { takeOver } from '../../../apps/server/src/entry/testing/kills/takeover.ts'
import type { Part } from '../part.ts'
import { table } from '../table.ts'
import { complaints, findBroken, verdictRows } from './present-verdict.ts'

/** A kill and a standstill of 13 seconds take about a minute. */
const roundsOf = (kills: number) => Math.max(1, Math.round(kills / 5))

/** Kills one of two workers, then pauses one until it is considered dead. */
export const measureTakeover: Part = async ({ kills, print }) => {
  const rounds = roundsOf(kills)
  const report = await takeOver({ documents: 12, kills: rounds, latencyMs: 300, print })
  const text = table([
    ['one of two workers killed, one stands still for 13 s', ''],
    ['standstills', String(report.frozen)],
    ['files in hand of anyone when they began', String(report.heldWhileFrozen)],
    ['results written over after a worker woke up', String(report.overwritten.length)],
    ...verdictRows(report),
  ])
  const overwriteComplaints = complaints({ 'a result was written over': report.overwritten })
  return {
    figures: report,
    tables: [text],
    broken: [...findBroken(report), ...overwriteComplaints],
  }
}
