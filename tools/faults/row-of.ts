import type { Report } from './tell-fault.ts'

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

/** A row of the table, under the headings. */
export function rowOf(name: string, { skipped, verdict, broken }: Report): string[] {
  const rest = headings.slice(1)
  if (skipped) return [name, `left out: ${skipped}`, ...rest.slice(1).map(() => '')]
  if (!verdict)
    return [name, `failed: ${broken[0]?.split('\n')[0]}`, ...rest.slice(1).map(() => '')]
  const { ends, payments, backSeconds, besides } = verdict
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
    Object.entries(besides)
      .map(([what, count]) => `${count} ${what}`)
      .join('; '),
    broken.length === 0 ? 'yes' : `no (${broken.length})`,
  ]
}
