import { DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Alert, Button, Tag } from 'antd'
import { dayIn } from '../../shared/browser/time.ts'
import { EmptyState } from '../../shared/layout/EmptyState.tsx'
import { Loaded } from '../../shared/layout/Loaded.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { DateRange } from '../../shared/list/DateRange.tsx'
import { ListPages, usePageInAddress } from '../../shared/list/ListPages.tsx'
import { useAddressSearch, useChangeAddressSearch } from '../../shared/navigation/address-search.ts'
import { usePageTitle } from '../../shared/navigation/page-title.ts'
import { usePaths } from '../../shared/navigation/paths.ts'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { type Column, DataTable } from '../../shared/table/DataTable.tsx'
import { ledgerExportAddress, ledgerOf } from './billing.queries.ts'
import type { ShownLedger, ShownLine, ShownReport } from './ledger.ts'
import { cost, count, countOfPages } from './plan.ts'
import './billing.css'

type Days = { readonly from: string; readonly until: string }

/** Shows what was used and billed on each day, with the reports to the payment provider. */
export function LedgerPage() {
  usePageTitle('Usage ledger')
  const to = usePaths()
  const isSold = useSignedIn().flags.billing === true
  const search = useAddressSearch()
  const days = { from: dayIn(search.from) ?? '', until: dayIn(search.until) ?? '' }
  return (
    <div className="page">
      <PageHeader
        title="Usage ledger"
        description="Every page that was read, what the plan included, and what was billed (days in UTC)"
      >
        <Link to={to.dashboard()}>Dashboard</Link>
        {isSold && (
          <Button
            href={ledgerExportAddress(days)}
            icon={<DownloadOutlined aria-hidden="true" />}
            download="usage-ledger.csv"
          >
            Export CSV
          </Button>
        )}
      </PageHeader>
      {isSold ? (
        <LedgerOfDays days={days} />
      ) : (
        <EmptyState
          title="Billing is not enabled"
          explanation="This installation has no paid plans, so nothing is billed."
        />
      )}
    </div>
  )
}

function LedgerOfDays({ days }: { readonly days: Days }) {
  const ledger = useQuery(ledgerOf(days))
  return (
    <>
      <DayFields days={days} ledger={ledger.data} />
      <Loaded query={ledger} failureText="Failed to load the ledger">
        {(data) => <LedgerContent ledger={data} />}
      </Loaded>
    </>
  )
}

type DayFieldsProps = { readonly days: Days; readonly ledger: ShownLedger | undefined }

function DayFields({ days, ledger }: DayFieldsProps) {
  const change = useChangeAddressSearch()
  return (
    <div className="billing-ledger-days">
      <DateRange
        label="Date range (UTC)"
        isUtc
        isOptional={false}
        from={days.from || ledger?.firstDay}
        until={days.until || ledger?.lastDay}
        onChange={(range) => change({ ...range, page: undefined })}
      />
    </div>
  )
}

const numberColumn = (
  key: 'pages' | 'tokens' | 'included' | 'beyond',
  title: string,
): Column<ShownLine> => ({
  key,
  title,
  align: 'right',
  width: 70,
  render: (line) => count.format(line[key]),
})

const columns: readonly Column<ShownLine>[] = [
  { key: 'day', title: 'Date', width: 96, render: ({ day }) => day },
  {
    key: 'product',
    title: 'Product, plan',
    render: ({ product, plan }) => (
      <>
        <div>{product}</div>
        <div className="faint">{plan}</div>
      </>
    ),
  },
  numberColumn('pages', 'Pages'),
  numberColumn('tokens', 'Tokens'),
  numberColumn('included', 'Included'),
  numberColumn('beyond', 'Beyond plan'),
  {
    key: 'cost',
    title: 'Cost',
    align: 'right',
    width: 80,
    render: (line) => cost.format(line.dollars),
  },
  {
    key: 'reports',
    title: 'Reported',
    render: ({ reports }) => reports.map((report) => <Report key={report.key} report={report} />),
  },
]

const stateTags = {
  counted: <Tag color="success">Counted</Tag>,
  waiting: <Tag>Waiting</Tag>,
  unknown: <Tag color="error">Unknown</Tag>,
  missed: <Tag color="error">Not billed</Tag>,
}

const PAGE_SIZE = 20

function LedgerContent({ ledger: { lines, alarms } }: { readonly ledger: ShownLedger }) {
  const [page, setPage] = usePageInAddress()
  const sum = (key: 'pages' | 'beyond' | 'dollars') =>
    lines.reduce((total, line) => total + line[key], 0)
  return (
    <>
      {alarms.map(({ text, raisedAt }) => (
        <Alert key={`${raisedAt} ${text}`} type="error" showIcon title={text} />
      ))}
      <p className="billing-ledger-sums" role="status">
        {countOfPages(sum('pages'))}, {count.format(sum('beyond'))} beyond the plan,{' '}
        {cost.format(sum('dollars'))}
      </p>
      <div className="billing-ledger">
        <DataTable
          label="Usage ledger"
          columns={columns}
          rows={lines.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
          keyOf={({ id }) => id}
          emptyText="Nothing was used on these days."
        />
      </div>
      <ListPages page={page} pageSize={PAGE_SIZE} count={lines.length} onChange={setPage} />
    </>
  )
}

function Report({ report }: { readonly report: ShownReport }) {
  const { key, pages, reportedAt, invoiceDay, state, answer } = report
  const time = reportedAt && `${reportedAt.slice(0, 16).replace('T', ' ')} UTC`
  return (
    <div className="billing-report">
      <span>
        {stateTags[state]} {countOfPages(pages)}
        {time && ', '}
        {time && <span className="billing-time">{time}</span>}
      </span>
      {invoiceDay && <span>On the invoice for {invoiceDay}</span>}
      <code>{key}</code>
      {answer !== '' && answer !== 'counted' && <span className="faint">{answer}</span>}
    </div>
  )
}
