import { useQuery } from '@tanstack/react-query'
import { Checkbox, Form, Select, Transfer } from 'antd'
import type { Key } from 'react'
import { useAlerts } from '../../../shared/feedback/alerts.tsx'
import { FormField } from '../../../shared/form/FormField.tsx'
import { EmptyState } from '../../../shared/layout/EmptyState.tsx'
import { FailureState } from '../../../shared/layout/FailureState.tsx'
import { ListSkeleton } from '../../../shared/layout/PageSkeleton.tsx'
import { documentClasses } from '../review.queries.ts'
import { type AutoApproval, autoApproval, useSaveAutoApproval } from './auto-approval.queries.ts'
import './review-settings.css'

/** The classes and the people whose finished reviews need no supervisor. What is moved is saved at once. */
export function AutoApprovePanel() {
  const { failed, success } = useAlerts()
  const classes = useQuery(documentClasses)
  const chosen = useQuery(autoApproval)
  const save = useSaveAutoApproval()
  const error = classes.error ?? chosen.error

  if (error && !(classes.data && chosen.data)) {
    const retry = () => void Promise.all([classes.refetch(), chosen.refetch()])
    return <FailureState error={error} fallback="Failed to get document classes" onRetry={retry} />
  }
  if (!classes.data || !chosen.data) return <ListSkeleton />
  if (classes.data.length === 0) return <NoClasses />
  const known = new Set(classes.data.map(({ id }) => id))
  // A class that is gone is not sent again: the server would refuse the whole.
  const now: AutoApproval = {
    ...chosen.data,
    classIds: chosen.data.classIds.filter((id) => known.has(id)),
  }
  const keep = (changed: Partial<AutoApproval>) =>
    save.mutate(
      { ...now, ...changed },
      {
        onSuccess: () => success('Auto-approval saved.'),
        onError: (error) => failed(error, 'Failed to save the auto-approval.'),
      },
    )
  return (
    <Form layout="vertical" component="div" className="review-auto">
      <p className="faint">
        A finished review of a class on the right is approved without a supervisor.
      </p>
      <Transfer
        dataSource={classes.data.map(({ id, name }) => ({ key: id, title: name }))}
        targetKeys={[...now.classIds]}
        titles={['Approved by people', 'Auto-approved']}
        disabled={save.isPending}
        listStyle={{ flex: 1, minWidth: 0, height: 300 }}
        actions={['Auto-approve', 'By people']}
        showSelectAll={false}
        onChange={(keys) => keep({ classIds: keys.map(String) })}
      >
        {({ filteredItems, selectedKeys, onItemSelect }) => (
          <ClassBoxes
            classes={filteredItems}
            chosen={selectedKeys}
            isBusy={save.isPending}
            onChoose={onItemSelect}
          />
        )}
      </Transfer>
      <FormField
        label="Reviewers whose finished reviews are approved in every class"
        failure={undefined}
        hint="By their address"
      >
        {({ id }) => (
          <Select
            id={id}
            mode="tags"
            open={false}
            suffixIcon={null}
            tokenSeparators={[',', ' ']}
            placeholder="name@example.org"
            disabled={save.isPending}
            value={[...now.emails]}
            onChange={(emails) => keep({ emails })}
          />
        )}
      </FormField>
    </Form>
  )
}

const NoClasses = () => (
  <EmptyState
    title="There are no document classes yet"
    explanation="A workflow is one once it has review rules, or a document of it was caught."
  />
)

type BoxesProps = {
  readonly classes: readonly { readonly key: string; readonly title: string }[]
  readonly chosen: readonly Key[]
  readonly isBusy: boolean
  onChoose(key: string, isChosen: boolean): void
}

/** The library's own boxes have no names for those who listen. */
function ClassBoxes({ classes, chosen, isBusy, onChoose }: BoxesProps) {
  return (
    <div className="review-auto-list">
      {classes.map(({ key, title }) => (
        <Checkbox
          key={key}
          checked={chosen.includes(key)}
          disabled={isBusy}
          onChange={({ target }) => onChoose(key, target.checked)}
        >
          {title}
        </Checkbox>
      ))}
    </div>
  )
}
