import type { Verdict } from '../../../apps/server/src/entry/testing/kills/judge.ts'

/** Formats complaints, one line for each name. */
export function formatComplaints(
  namesByComplaint: Readonly<Record<string, readonly string[]>>,
): string[] {
  return Object.entries(namesByComplaint).flatMap(([complaint, names]) =>
    names.map((name) => `${complaint}: ${name}`),
  )
}

/** Returns complaints about lost, duplicated or doubly billed work. */
export function findVerdictComplaints({
  calls,
  billed: billedCalls,
  ...verdict
}: Verdict): string[] {
  const { wrong, twice: duplicates, miscounted: miscountedExecutions, results, documents } = verdict
  return [
    ...formatComplaints({
      'a result is missing or wrong': wrong,
      'two results': duplicates,
      'an execution is not as its files are': miscountedExecutions,
      'asked again although the reply was kept': calls.askedAfterKept,
      'asked twice without a kill': calls.askedTwiceInOneLife,
      'a reply was not kept': calls.neverKept,
    }),
    ...(results === documents ? [] : [`${results} results of ${documents} documents`]),
    ...(billedCalls === calls.keys ? [] : [`${billedCalls} calls are billed of ${calls.keys}`]),
  ]
}

/** Returns the rows that all scenarios share; they follow the rows of the scenario itself. */
export function verdictRows({ calls, ...verdict }: Verdict): [string, string][] {
  return [
    ['documents taken in', String(verdict.documents)],
    ['kills, stops and standstills', String(verdict.interruptions)],
    ['results', String(verdict.results)],
    ['results missing or wrong', String(verdict.wrong.length)],
    ['files with two results', String(verdict.twice.length)],
    ['executions not as their files are', String(verdict.miscounted.length)],
    ['model calls that the documents need', String(calls.keys)],
    ['… in the response cache', String(calls.kept)],
    ['… billed', String(verdict.billed)],
    ['requests that the model got', String(calls.requests)],
    ['calls paid twice', String(calls.requests - calls.keys)],
    [
      '… in flight at the kill, and the service keeps no replies',
      String(calls.requestsCut + calls.answeredAfterKill),
    ],
    [
      '… answered, but killed before the reply was stored',
      String(calls.repliesLostInFlight - calls.answeredAfterKill - calls.idsLost),
    ],
    ['… begun, but killed before the id of the kept reply was stored', String(calls.idsLost)],
    ['… for a reply that was already stored', String(calls.askedAfterKept.length)],
    ['… without a kill', String(calls.askedTwiceInOneLife.length)],
    ['replies fetched after a kill, not paid twice', String(calls.fetched)],
  ]
}
