import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useCommands } from '../commands/commands.ts'
import { EmptyState } from '../layout/EmptyState.tsx'
import { Loaded, type LoadingState } from '../layout/Loaded.tsx'
import { PageHeader } from '../layout/PageHeader.tsx'
import { usePageTitle } from '../navigation/page-title.ts'
import { type ListSearchOptions, useListSearch } from './use-list-search.tsx'

/** The button that adds to a list, which is also a command with the shortcut `n`. */
type Creation = { readonly id: string; readonly label: string; onStart(): void }

type Props<Row> = {
  readonly title: string
  readonly description: string
  readonly list: LoadingState<readonly Row[]>
  /** Title that describes what failed when the list cannot be loaded. */
  readonly failureText: string
  /**
   * Shown instead of the list if it is empty, with the button that adds to it. A list that the server
   * filters has none: its table says that nothing matches.
   */
  readonly empty?: {
    readonly title: string
    readonly explanation: string
    readonly actions?: ReactNode
  }
  readonly search?: ListSearchOptions & { textOf(row: Row): string }
  readonly create?: Creation | undefined
  /** It is shown before the search. */
  readonly filters?: ReactNode
  /** It is shown between the search and the button that adds to the list. */
  readonly actions?: ReactNode
  /** It is shown between the header and the list. */
  readonly notice?: ReactNode
  /** It is shown below the list, also while that is loading. */
  readonly footer?: ReactNode
  readonly skeleton?: ReactNode
  /** Renders the rows that match the search. */
  children(rows: readonly Row[], emptyText: string, search: string): ReactNode
}

/** A page with a list: its header with search and actions, and its loading, failing and empty states. */
export function ListPage<Row>(props: Props<Row>) {
  const { title, description, list, failureText, empty, search, create } = props
  usePageTitle(title)
  const { box, text } = useListSearch(search)
  useCommands(create ? [commandOf(create)] : [])
  const createButton = create && (
    <Button type="primary" icon={<PlusOutlined aria-hidden="true" />} onClick={create.onStart}>
      {create.label}
    </Button>
  )
  const isMatch = (row: Row) =>
    !search || search.textOf(row).toLowerCase().includes(text.toLowerCase())

  return (
    <div className="page">
      <PageHeader title={title} description={description}>
        {props.filters}
        {box}
        {props.actions}
        {createButton}
      </PageHeader>
      {props.notice}
      <Loaded query={list} failureText={failureText} skeleton={props.skeleton}>
        {(rows) =>
          rows.length === 0 && empty ? (
            <div className="sheet">
              <EmptyState title={empty.title} explanation={empty.explanation}>
                {createButton}
                {empty.actions}
              </EmptyState>
            </div>
          ) : (
            props.children(rows.filter(isMatch), `No results for “${text}”.`, text)
          )
        }
      </Loaded>
      {props.footer}
    </div>
  )
}

const commandOf = ({ id, label, onStart }: Creation) => ({
  id,
  title: label,
  group: 'This page',
  shortcut: 'n',
  run: onStart,
})
