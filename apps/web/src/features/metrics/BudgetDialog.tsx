import { Checkbox, InputNumber } from 'antd'
import { useState } from 'react'
import { failuresByField } from '../../shared/api/refusal.ts'
import { FormDialog } from '../../shared/form/FormDialog.tsx'
import { FormField } from '../../shared/form/FormField.tsx'
import type { BudgetOfMonth, BudgetValues } from './budget.ts'
import { useChangeBudget } from './usage.queries.ts'

type Props = { readonly budget: BudgetOfMonth; readonly onClose: () => void }

const MAX_DOLLARS = 10_000_000

/** Dialog for the monthly budget and what happens when it is exceeded. */
export function BudgetDialog({ budget, onClose }: Props) {
  const { dollars, warnPercent, stopsCalls } = budget
  const [values, setValues] = useState<BudgetValues>({ dollars, warnPercent, stopsCalls })
  const { mutate, isPending, error } = useChangeBudget()
  const failures = failuresByField(error)
  const change = (changes: Partial<BudgetValues>) => setValues({ ...values, ...changes })

  return (
    <FormDialog
      width={520}
      title="Monthly budget"
      okText="Save"
      isPending={isPending}
      error={error}
      failureText="Failed to save the budget"
      onSubmit={() => mutate(values, { onSuccess: onClose })}
      onClose={onClose}
    >
      <FormField
        label="Dollars per month"
        failure={failures.get('dollars')}
        hint="Covers model calls with a known price, per calendar month (UTC). Leave empty for no budget."
      >
        {(ties) => (
          <InputNumber<number>
            {...ties}
            style={{ width: '100%' }}
            prefix="$"
            min={0}
            max={MAX_DOLLARS}
            value={values.dollars}
            onChange={(dollars) => change({ dollars })}
          />
        )}
      </FormField>
      <FormField
        label="Warning threshold"
        failure={failures.get('warnPercent')}
        hint="Budget notifications are sent at this percentage, and again when the whole budget is spent."
      >
        {(ties) => (
          <InputNumber<number>
            {...ties}
            style={{ width: '100%' }}
            suffix="%"
            min={1}
            max={100}
            precision={0}
            value={values.warnPercent}
            onChange={(percent) => change({ warnPercent: percent ?? 80 })}
          />
        )}
      </FormField>
      <Checkbox
        checked={values.stopsCalls}
        onChange={({ target }) => change({ stopsCalls: target.checked })}
      >
        Stop paid calls when the budget is spent
      </Checkbox>
      <p className="faint">
        Calls in progress will finish. Free services, such as the built-in extractor, will keep
        working.
      </p>
    </FormDialog>
  )
}
