import type * as api from '@recto/contract/billing/billing'
import type { EndpointReply } from '@recto/contract/wire/endpoint'

type WireLedger = EndpointReply<typeof api.readLedger>

export type ShownReport = {
  readonly key: string
  readonly pages: number
  readonly reportedAt: string | undefined
  /** Day whose invoice contains the pages, if it is not theirs. */
  readonly invoiceDay: string | undefined
  readonly state: 'waiting' | 'counted' | 'unknown' | 'missed'
  readonly answer: string
}

export type ShownLine = {
  readonly id: string
  readonly day: string
  /** Name of the product, such as “Platform” or “Text, form”. */
  readonly product: string
  readonly plan: string
  readonly pages: number
  readonly tokens: number
  readonly included: number
  readonly beyond: number
  readonly dollars: number
  readonly reports: readonly ShownReport[]
}

export type ShownLedger = {
  readonly firstDay: string
  readonly lastDay: string
  readonly lines: readonly ShownLine[]
  readonly alarms: readonly { readonly text: string; readonly raisedAt: string }[]
}

export const ledgerFromWire = ({
  start_date,
  end_date,
  lines,
  alarms,
}: WireLedger): ShownLedger => ({
  firstDay: start_date,
  lastDay: end_date,
  lines: lines.map((line, index) => ({
    id: `${line.date} ${index}`,
    day: line.date,
    product: productName(line),
    plan: line.plan?.name ?? 'No plan',
    pages: line.pages,
    tokens: line.tokens,
    included: line.pages_included,
    beyond: line.pages_beyond_plan,
    dollars: line.cost_in_dollars,
    reports: line.reports.map((report) => ({
      key: report.key,
      pages: report.pages,
      reportedAt: report.reported_at ?? undefined,
      invoiceDay: laterDay(report.reported_for, line.date),
      state: report.state,
      answer: report.answer ?? '',
    })),
  })),
  alarms: alarms.map(({ detail, raised_at }) => ({ text: detail, raisedAt: raised_at })),
})

/** The invoice of a day may have been final before its pages were reported. */
function laterDay(time: string, day: string): string | undefined {
  const invoiceDay = time.slice(0, 10)
  return invoiceDay > day ? invoiceDay : undefined
}

function productName({ product, mode }: WireLedger['lines'][number]): string {
  if (product === 'platform') return 'Platform'
  return mode === null ? 'Text' : `Text, ${mode.replaceAll('-', ' ')}`
}
