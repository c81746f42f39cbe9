import {
  type KillReport,
  killEverything,
} from '../../apps/server/src/entry/testing/kill-everything.ts'
import type { Part } from './part.ts'
import { table } from './table.ts'

/** Kills everything again and again while documents run. */
export const measureKills: Part = async ({ isQuick, kills, print }) => {
  // A document that is in every kill counts as one that kills its workers: enough for each to go on.
  const documents = isQuick ? kills * 4 : kills * 5
  const report = await killEverything({ documents, kills, latencyMs: 150, print })
  return { figures: report, tables: [presentKills(report)], broken: findBroken(report) }
}

function findBroken({ calls, billed, statuses, stopped, ...report }: KillReport): string[] {
  const { wrong, twice, results, documents } = report
  const named = (what: string, names: readonly string[]) => names.map((name) => `${what}: ${name}`)
  return [
    ...named('a result is missing or wrong', wrong),
    ...named('two results', twice),
    ...named('asked again although the reply was kept', calls.askedAfterKept),
    ...named('asked twice without a kill', calls.askedTwiceInOneLife),
    ...named('a reply was not kept', calls.neverKept),
    ...named(
      'a request ended as',
      statuses.filter((status) => !isCompleted(status)),
    ),
    ...(results === documents ? [] : [`${results} results of ${documents} documents`]),
    ...(billed === calls.keys ? [] : [`${billed} calls are billed of ${calls.keys}`]),
    ...(stopped.orphans === 0 ? [] : [`${stopped.orphans} processes are left`]),
  ]
}

function presentKills({ calls, ...report }: KillReport): string {
  return table([
    ['documents, in asynchronous requests', String(report.documents)],
    ['requests', String(report.statuses.length)],
    ['… completed at the end', String(report.statuses.filter(isCompleted).length)],
    ['kills of everything', String(report.kills)],
    ['results', String(report.results)],
    ['results missing or wrong', String(report.wrong.length)],
    ['files with two results', String(report.twice.length)],
    ['model calls that the documents need', String(calls.keys)],
    ['… in the response cache', String(calls.kept)],
    ['… billed', String(report.billed)],
    ['requests that the model got', String(calls.requests)],
    ['… answered, but killed before the cache had the reply', String(calls.repliesLostInFlight)],
    ['… cut off before the answer', String(calls.requestsCut)],
    ['… for a reply that the cache already had', String(calls.askedAfterKept.length)],
    ['… made twice without a kill', String(calls.askedTwiceInOneLife.length)],
    ['processes left after the last stop', String(report.stopped.orphans)],
    ['seconds in all', report.secondsInAll.toFixed(0)],
  ])
}

const isCompleted = (status: string) => status === 'COMPLETED'
