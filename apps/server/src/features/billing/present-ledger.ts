import type * as api from '@recto/contract/billing/billing'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { csvLine } from '../../platform/csv.ts'
import { presentTime } from '../../platform/wire-format.ts'
import { findPlan } from './catalogue.ts'
import type { PlanAllowance, PlanPages } from './metering/allowance.ts'
import type { UsageLine, UsageReportRow } from './metering/ledger.store.ts'
import type { UsageLedger } from './metering/read-ledger.ts'

export const presentAllowance = ({
  startsAt,
  endsAt,
  platform,
  text,
  overage,
}: PlanAllowance): EndpointReply<typeof api.getAllowance> => ({
  period: { starts_at: presentTime(startsAt), ends_at: presentTime(endsAt) },
  platform: presentPages(platform),
  text: presentPages(text),
  overage,
})

const presentPages = ({ includedPages, usedPages, pagesBeyond, dollars }: PlanPages) => ({
  included: includedPages,
  used: usedPages,
  beyond_plan: pagesBeyond,
  cost_in_dollars: roundCost(dollars),
})

/** Sums of tenths of a cent, without the noise of binary fractions. */
const roundCost = (dollars: number) => Math.round(dollars * 1e6) / 1e6

type LedgerReply = EndpointReply<typeof api.readLedger>

export const presentLedger = (
  { firstDay, lastDay, lines, alarms }: UsageLedger,
  productId: string,
): LedgerReply => ({
  start_date: firstDay,
  end_date: lastDay,
  lines: lines.map((line) => presentLine(line, productId)),
  alarms: alarms.map(({ kind, detail, raised_at }) => ({
    kind,
    detail,
    raised_at: presentTime(raised_at),
  })),
})

const presentLine = (line: UsageLine, productId: string): LedgerReply['lines'][number] => {
  const { day, kind, planId, pages, tokens, pagesBeyond, dollars, reports } = line
  const isPricedByMode = !['platform', 'text'].includes(kind)
  return {
    date: day,
    product: kind === 'platform' ? 'platform' : 'text',
    mode: isPricedByMode ? kind : null,
    plan:
      planId === null ? null : { id: planId, name: findPlan(productId, planId)?.name ?? planId },
    pages,
    tokens,
    pages_included: pages - pagesBeyond,
    pages_beyond_plan: pagesBeyond,
    cost_in_dollars: roundCost(dollars),
    reports: reports.map(presentReport),
  }
}

const presentReport = (report: UsageReportRow) => ({
  key: report.id,
  pages: report.pages,
  reported_at: report.triedAt && presentTime(new Date(report.triedAt)),
  reported_for: presentTime(new Date(report.at)),
  state: stateOf(report),
  answer: report.answer,
})

function stateOf({
  countedAt,
  unsettledAt,
  missedAt,
}: UsageReportRow): 'counted' | 'unknown' | 'waiting' | 'missed' {
  if (countedAt) return 'counted'
  if (missedAt) return 'missed'
  return unsettledAt ? 'unknown' : 'waiting'
}

const noReport = [null, null, null, null, null, null]

const columns = [
  'date',
  'product',
  'mode',
  'plan_id',
  'plan',
  'pages',
  'tokens',
  'pages_included',
  'pages_beyond_plan',
  'cost_in_dollars',
  'report_key',
  'report_pages',
  'report_reported_at',
  'report_state',
  'report_answer',
  'report_reported_for',
]

/** A line for each report; the sums of a day stand in the first of its lines only, so that columns can be added up. */
export function csvOfLedger({ lines }: LedgerReply): string {
  const rows = lines.flatMap((line) => {
    const label = [
      line.date,
      line.product,
      line.mode,
      line.plan?.id ?? null,
      line.plan?.name ?? null,
    ]
    const sums = [
      line.pages,
      line.tokens,
      line.pages_included,
      line.pages_beyond_plan,
      line.cost_in_dollars,
    ]
    const reports = line.reports.map(({ key, pages, reported_at, reported_for, state, answer }) => [
      key,
      pages,
      reported_at,
      state,
      answer,
      reported_for,
    ])
    const [first = noReport, ...further] = reports
    return [
      [...label, ...sums, ...first],
      ...further.map((report) => [...label, ...sums.map(() => null), ...report]),
    ]
  })
  return [columns, ...rows]
    .map((row) => csvLine(row.map((cell) => (cell === null ? '' : String(cell)))))
    .join('')
}
