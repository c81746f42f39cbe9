import type { Report } from './run-fault.ts'

export const headings = [
  'fault',
  'times',
  'accepted',
  'lost',
  'doubled',
  'failed in words',
  'refused',
  'cut',
  'paid twice',
  '… for nothing',
  'p95 s',
  'worst call s',
  'back after s',
  'besides',
  'as it has to be',
]

/** Returns the row of a fault for the table with these headings. */
export function rowOf(name: string, { skipReason, verdict, complaints }: Report): string[] {
  const rest = headings.slice(1)
  if (skipReason) return [name, `left out: ${skipReason}`, ...rest.slice(1).map(() => '')]
  if (!verdict)
    return [name, `failed: ${complaints[0]?.split('\n')[0]}`, ...rest.slice(1).map(() => '')]
  const { ends, payments, backSeconds, besides: extraCounts } = verdict
  return [
    name,
    String(verdict.faults),
    String(verdict.accepted),
    String(verdict.lost.length),
    String(verdict.doubled.length),
    String(verdict.failedInWords),
    String(ends.refused + ends.unreachable),
    String(ends.cut),
    String(payments.paidTwice),
    String(payments.askedForNothing.length),
    verdict.p95Seconds.toFixed(1),
    verdict.worstSeconds.toFixed(1),
    Math.max(0, ...backSeconds).toFixed(1),
    Object.entries(extraCounts)
      .map(([label, count]) => `${count} ${label}`)
      .join('; '),
    complaints.length === 0 ? 'yes' : `no (${complaints.length})`,
  ]
}
