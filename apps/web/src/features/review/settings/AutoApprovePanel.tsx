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

/**
 * Selects the classes and the people whose finished reviews need no supervisor. Changes are saved
 * immediately.
 */
export function AutoApprovePanel() {
  const { showError, success } = useAlerts()
  const classes = useQuery(documentClasses)
  const setting = useQuery(autoApproval)
  const save = useSaveAutoApproval()
  const error = classes.error ?? setting.error

  if (error && !(classes.data && setting.data)) {
    const retry = () => void Promise.all([classes.refetch(), setting.refetch()])
    return <FailureState error={error} fallback="Failed to get document classes" onRetry={retry} />
  }
  if (!classes.data || !setting.data) return <ListSkeleton />
  if (classes.data.length === 0) return <NoClasses />
  const classIds = new Set(classes.data.map(({ id }) => id))
  // Deleted classes are omitted, because the server would refuse the whole request.
  const now: AutoApproval = {
    ...setting.data,
    classIds: setting.data.classIds.filter((id) => classIds.has(id)),
  }
  const saveChanges = (changes: Partial<AutoApproval>) =>
    save.mutate(
      { ...now, ...changes },
      {
        onSuccess: () => success('Auto-approval saved'),
        onError: (error) => showError(error, 'Failed to save the auto-approval settings'),
      },
    )
  return (
    <Form layout="vertical" component="div" className="review-auto">
      <p className="faint">
        Finished reviews of the classes on the right are approved automatically, without a
        supervisor.
      </p>
      <Transfer
        dataSource={classes.data.map(({ id, name }) => ({ key: id, title: name }))}
        targetKeys={[...now.classIds]}
        titles={['Approved manually', 'Auto-approved']}
        disabled={save.isPending}
        listStyle={{ flex: 1, minWidth: 0, height: 300 }}
        actions={['Auto-approve', 'Approve manually']}
        showSelectAll={false}
        onChange={(keys) => saveChanges({ classIds: keys.map(String) })}
      >
        {({ filteredItems, selectedKeys, onItemSelect }) => (
          <ClassBoxes
            classes={filteredItems}
            selectedClasses={selectedKeys}
            isBusy={save.isPending}
            onSelect={onItemSelect}
          />
        )}
      </Transfer>
      <FormField
        label="Reviewers whose finished reviews are auto-approved in every class"
        failure={undefined}
        hint="Enter their email addresses"
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
            onChange={(emails) => saveChanges({ emails })}
          />
        )}
      </FormField>
    </Form>
  )
}

const NoClasses = () => (
  <EmptyState
    title="There are no document classes yet"
    explanation="A workflow appears here once it has review rules or one of its documents has been sent to review."
  />
)

type BoxesProps = {
  readonly classes: readonly { readonly key: string; readonly title: string }[]
  readonly selectedClasses: readonly Key[]
  readonly isBusy: boolean
  onSelect(key: string, isChosen: boolean): void
}

/** Checkboxes with accessible names, which the library's list does not provide. */
function ClassBoxes({ classes, selectedClasses, isBusy, onSelect }: BoxesProps) {
  return (
    <div className="review-auto-list">
      {classes.map(({ key, title }) => (
        <Checkbox
          key={key}
          checked={selectedClasses.includes(key)}
          disabled={isBusy}
          onChange={({ target }) => onSelect(key, target.checked)}
        >
          {title}
        </Checkbox>
      ))}
    </div>
  )
}
