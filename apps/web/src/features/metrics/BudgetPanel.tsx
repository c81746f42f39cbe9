import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Progress } from 'antd'
import { useState } from 'react'
import { FailureState } from '../../shared/layout/FailureState.tsx'
import { useSignedIn } from '../../shared/session/signed-in.ts'
import { NotificationsDialog } from '../notifications/notifications.port.tsx'
import { BudgetDialog } from './BudgetDialog.tsx'
import { type BudgetOfMonth, spentPercent } from './budget.ts'
import { amountOf } from './metric.ts'
import { budgetOfMonth } from './usage.queries.ts'

const dollars = (value: number) => amountOf('llm_usage', value)

/** Shows this month's budget and spending; admins can change it and choose who is notified. */
export function BudgetPanel() {
  const { user } = useSignedIn()
  const { data: budget, error, refetch } = useQuery(budgetOfMonth)
  const [openDialog, setOpenDialog] = useState<'budget' | 'notifications'>()
  const close = () => setOpenDialog(undefined)

  if (error && !budget) {
    const retry = () => void refetch()
    return <FailureState error={error} fallback="Failed to load the budget" onRetry={retry} />
  }
  if (!budget) return null
  return (
    <section className="sheet budget" aria-labelledby="monthly-budget">
      <header>
        <h2 id="monthly-budget">Budget for {budget.month}</h2>
        {user.isAdmin && (
          <div className="budget-actions">
            <Button size="small" onClick={() => setOpenDialog('notifications')}>
              Manage notifications
            </Button>
            <Button size="small" onClick={() => setOpenDialog('budget')}>
              {budget.dollars === null ? 'Set budget' : 'Change budget'}
            </Button>
          </div>
        )}
      </header>
      <Spent budget={budget} isAdmin={user.isAdmin} />
      {openDialog === 'budget' && <BudgetDialog budget={budget} onClose={close} />}
      {openDialog === 'notifications' && (
        <NotificationsDialog
          owner={{ kind: 'budget', id: '', name: 'the monthly budget' }}
          onClose={close}
        />
      )}
    </section>
  )
}

type SpentProps = { readonly budget: BudgetOfMonth; readonly isAdmin: boolean }

function Spent({ budget, isAdmin }: SpentProps) {
  const { dollars: budgetDollars, spentDollars, warnPercent, stopsCalls, isStopped } = budget
  if (budgetDollars === null) {
    return (
      <p>
        {dollars(spentDollars)} spent on model calls this month (UTC). No budget is set, so no
        warnings are sent and no calls are stopped.
      </p>
    )
  }
  const percent = spentPercent(budget)
  const isNear = percent >= warnPercent
  return (
    <>
      <p>
        <strong>{dollars(spentDollars)}</strong> of {dollars(budgetDollars)} spent ({percent}%). A
        warning is sent at {warnPercent}%;{' '}
        {stopsCalls ? 'at 100%, no new paid calls are started.' : 'calls are not stopped.'}
      </p>
      <Progress
        aria-label="Share of the budget spent"
        percent={Math.min(percent, 100)}
        showInfo={false}
        strokeColor={barColor(percent, isNear)}
      />
      {isStopped && (
        <Alert
          type="error"
          showIcon
          title="Paid calls are stopped"
          description={`The budget is spent, so anything that needs a paid call fails with an error. No extracted text or answers are lost. ${
            isAdmin ? 'Raise the budget' : 'Ask an admin to raise the budget'
          } or wait until next month, then run it again.`}
        />
      )}
    </>
  )
}

const barColor = (percent: number, isNear: boolean) => {
  if (percent >= 100) return 'var(--bad)'
  return isNear ? 'var(--warn)' : 'var(--accent)'
}
