import type { ReactNode } from 'react'
import { FailureState } from './FailureState.tsx'
import { ListSkeleton } from './PageSkeleton.tsx'

/** The state of a request, as `useQuery` returns it. */
export type LoadingState<Data> = {
  readonly data: Data | undefined
  readonly error: unknown
  refetch(): unknown
}

/** Returns the state of the rows in a reply that has more than them, such as a page of a list. */
export const rowsOf = <Data, Row>(
  { data, error, refetch }: LoadingState<Data>,
  read: (data: Data) => readonly Row[],
): LoadingState<readonly Row[]> => ({
  data: data === undefined ? undefined : read(data),
  error,
  refetch: () => refetch(),
})

type Props<Data> = {
  readonly query: LoadingState<Data>
  /** Title that describes what failed. */
  readonly failureText: string
  /** Shown while loading; the placeholder of a list by default. */
  readonly skeleton?: ReactNode
  children(data: Data): ReactNode
}

/**
 * Shows loaded data, a placeholder while it is loading, or why it cannot be loaded. Data that is
 * there stays when it cannot be loaded again.
 */
export function Loaded<Data>({ query, failureText, skeleton, children }: Props<Data>) {
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (!error) return skeleton ?? <ListSkeleton />
  return <FailureState error={error} fallback={failureText} onRetry={() => void refetch()} />
}
